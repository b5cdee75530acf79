import { lazy, Suspense, useEffect, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { saveSentLink } from '#web/identity/sent-link.ts'
import { useSync } from '#web/sync/use-sync.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { OpenFeedback } from './kit/open-feedback.ts'
import { PageStatus } from './kit/page-status.ts'
import { textsOf } from './language/language.ts'
import { NavigationBar } from './navigation-bar.tsx'
import { SyncPill } from './sync-pill.tsx'

/** Around every signed-in screen: the navigation bar, the state of the sync, the feedback dialog. */
export function SignedInFrame() {
  useSync()
  // Whoever is in waits for no link any more, in whichever tab it was asked for.
  useEffect(() => saveSentLink(null), [])
  const { pathname } = useLocation()
  const [feedback, setFeedback] = useState<'open' | 'closed'>('closed')
  const [draft, setDraft] = useState('')

  return (
    <OpenFeedback value={() => setFeedback('open')}>
      <PageStatus value={<SyncPill />}>
        <ErrorBoundary key={pathname}>
          <Suspense>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </PageStatus>
      <NavigationBar onFeedback={() => setFeedback('open')} />
      {feedback === 'open' && (
        <Suspense>
          <FeedbackDialog draft={draft} onDraft={setDraft} onClose={() => setFeedback('closed')} />
        </Suspense>
      )}
    </OpenFeedback>
  )
}

const FeedbackDialog = lazy(async () => {
  const [module] = await Promise.all([
    import('./screens/feedback/feedback-dialog.tsx'),
    textsOf(['feedback']),
  ])
  return { default: module.FeedbackDialog }
})
