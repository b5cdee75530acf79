import { lazy, Suspense, useEffect, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { saveSentLink } from '#web/identity/sent-link.ts'
import { useAvatarKept } from '#web/identity/use-avatar-kept.ts'
import type { FeedbackPlace } from '#web/outside/feedback-widget.ts'
import { useFeedbackPost } from '#web/outside/use-feedback-post.ts'
import { useSync } from '#web/sync/use-sync.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { BeginPurchase } from './kit/begin-purchase.ts'
import { LibraryNotice } from './kit/no-library.tsx'
import { OpenFeedback } from './kit/open-feedback.ts'
import { PageStatus } from './kit/page-status.ts'
import { textsOf } from './language/language.ts'
import { LibraryNoticeView } from './library-notice.tsx'
import { NavigationBar } from './navigation-bar.tsx'
import { beginPurchase } from './purchase.ts'
import { StorageWarning } from './storage-notice.tsx'
import { SyncPill } from './sync-pill.tsx'

/** Around every signed-in screen: the navigation bar, the state of the sync, the feedback dialog. */
export function SignedInFrame() {
  useSync()
  useFeedbackPost()
  useAvatarKept()
  // Without a signal it could not be fetched any more, and that is when some have most to say.
  useEffect(() => void loadFeedback().catch(() => undefined), [])
  // Whoever is in waits for no link any more, in whichever tab it was asked for.
  useEffect(() => saveSentLink(null), [])
  const { pathname } = useLocation()
  const [feedback, setFeedback] = useState<FeedbackPlace | null>(null)

  return (
    <OpenFeedback value={() => setFeedback('done')}>
      <PageStatus value={<SyncPill />}>
        <LibraryNotice value={<LibraryNoticeView />}>
          <BeginPurchase value={beginPurchase}>
            <ErrorBoundary key={pathname}>
              <Suspense>
                <Outlet />
              </Suspense>
            </ErrorBoundary>
          </BeginPurchase>
        </LibraryNotice>
        <StorageWarning />
      </PageStatus>
      <NavigationBar onFeedback={() => setFeedback('nav')} />
      {feedback !== null && (
        <Suspense>
          <Feedback place={feedback} onClose={() => setFeedback(null)} />
        </Suspense>
      )}
    </OpenFeedback>
  )
}

const Feedback = lazy(loadFeedback)

async function loadFeedback() {
  const texts = textsOf(['feedback'])
  const screen = await import('./screens/feedback/feedback.tsx')
  await texts
  return { default: screen.Feedback }
}
