import { lazy, Suspense, useEffect, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { saveSentLink } from '#web/identity/sent-link.ts'
import { useSession } from '#web/identity/use-session.ts'
import { useAvatarKept } from '#web/identity/use-avatar-kept.ts'
import { useFeedbackPost } from '#web/outside/use-feedback-post.ts'
import { useSync } from '#web/sync/use-sync.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { FeedbackLater, loadFeedback } from './feedback-later.tsx'
import { BeginPurchase } from './kit/begin-purchase.ts'
import { InstallPlace } from './kit/install-place.ts'
import { later } from './kit/later.tsx'
import { LibraryNotice } from './kit/no-library.tsx'
import { OpenFeedback } from './kit/open-feedback.ts'
import { OpenSync } from './kit/open-sync.ts'
import { PaymentMark } from './kit/payment-mark.ts'
import { PageStatus } from './kit/page-status.ts'
import { withTexts } from './language/language.ts'
import { LibraryNoticeView } from './library-notice.tsx'
import { NavigationBar } from './navigation-bar.tsx'
import { PageCorner } from './page-corner.tsx'
import { beginPurchase } from './purchase.ts'
import { StorageWarning } from './storage-notice.tsx'
import type { Place } from './screens/feedback/feedback.tsx'
import { SyncVoice } from './sync-voice.tsx'
import { TestPaymentsMark } from './test-payments-mark.tsx'

/** Around every signed-in screen: the navigation bar, the state of the sync, the feedback dialog. */
export function SignedInFrame() {
  useSync()
  useFeedbackPost()
  useAvatarKept()
  const session = useSession()
  // Without a signal it could not be fetched any more, and that is when some have most to say.
  useEffect(() => void Promise.allSettled([loadFeedback(), syncDialog.load()]), [])
  // Whoever is in waits for no link any more, in whichever tab it was asked for.
  useEffect(() => saveSentLink(null), [])
  const { pathname } = useLocation()
  const [feedback, setFeedback] = useState<Place | null>(null)
  const [isSyncOpen, setSyncOpen] = useState(false)

  return (
    <OpenFeedback value={setFeedback}>
      {/* First: words that are not seen would make a page that fits its window longer. */}
      <SyncVoice />
      <OpenSync value={() => setSyncOpen(true)}>
        <PageStatus value={<PageCorner />}>
          <LibraryNotice value={<LibraryNoticeView />}>
            <BeginPurchase value={beginPurchase}>
              <PaymentMark value={<TestPaymentsMark />}>
                <InstallPlace value={installHint}>
                  {/* Around the boundary: within it every screen would leave its place empty before it comes. */}
                  <Suspense>
                    <ErrorBoundary key={pathname}>
                      <Outlet />
                    </ErrorBoundary>
                  </Suspense>
                </InstallPlace>
                {isSyncOpen && (
                  <Suspense>
                    <syncDialog.Part onClose={() => setSyncOpen(false)} />
                  </Suspense>
                )}
              </PaymentMark>
            </BeginPurchase>
          </LibraryNotice>
          <StorageWarning />
        </PageStatus>
      </OpenSync>
      {session.kind === 'signed-in' && session.ended !== null && (
        <Suspense>
          <SessionEnded because={session.ended} email={session.user.email} />
        </Suspense>
      )}
      <NavigationBar onFeedback={() => setFeedback('nav')} />
      {feedback !== null && (
        <FeedbackLater key={feedback} place={feedback} onClose={() => setFeedback(null)} />
      )}
    </OpenFeedback>
  )
}

const syncDialog = later(() =>
  withTexts(['sync', 'upgrade'], async () => (await import('./sync-dialog.tsx')).SyncDialog),
)

const SessionEnded = lazy(() =>
  withTexts(['sync'], async () => (await import('./session-ended.tsx')).SessionEnded),
)

const InstallHint = lazy(() =>
  withTexts(['install'], async () => (await import('./install-hint.tsx')).InstallHint),
)
// One for all screens: another value would draw each of them again.
const installHint = (
  <Suspense>
    <InstallHint />
  </Suspense>
)
