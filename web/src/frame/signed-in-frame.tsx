import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useLocation } from '#web/navigation/use-location.tsx'
import { useObservable } from '#web/concurrency/use-observable.ts'
import { hasPendingConnection, readPendingSignInMark } from '#web/identity/pending-sign-in.ts'
import { saveSentLink } from '#web/identity/sent-link.ts'
import { useSession } from '#web/identity/use-session.ts'
import { useAvatarKept } from '#web/identity/use-avatar-kept.ts'
import { useFeedbackDelivery } from '#web/feedback/use-feedback-delivery.ts'
import { useSync } from '#web/sync/use-sync.ts'
import { ErrorBoundary } from '#web/recovery/error-boundary.tsx'
import { LazyFeedback, loadFeedback } from './lazy-feedback.tsx'
import { BeginPurchase, type BeginPurchaseFunction } from '#web/kit/begin-purchase.ts'
import { InstallHintSlot } from '#web/kit/install-hint-slot.ts'
import { lazyComponent } from '#web/kit/lazy-component.tsx'
import { LibraryNotice } from '#web/kit/library-unavailable.tsx'
import { OpenFeedback } from '#web/kit/open-feedback.ts'
import { OpenSyncDialog } from '#web/kit/open-sync-dialog.ts'
import { TestPaymentSlot } from '#web/kit/test-payment-slot.ts'
import { PageStatusSlot } from '#web/kit/page-status-slot.ts'
import { LoadProPrices } from '#web/kit/use-pro-prices.ts'
import { loadWithTexts } from '#web/language/language.ts'
import { LibraryNoticeView } from './library-notice.tsx'
import { NavigationBar } from './navigation-bar.tsx'
import { PageCorner } from './page-corner.tsx'
import { useShortcutsKey } from './use-shortcuts-key.ts'
import { StorageWarning } from './storage-notice.tsx'
import type { FeedbackEntryPoint } from '#web/screens/feedback/feedback.tsx'
import { SyncLiveRegion } from '#web/sync-status/sync-live-region.tsx'
import { TestPaymentsMark } from './test-payments-mark.tsx'

/** Renders the frame of every signed-in screen: navigation bar, sync status, feedback dialog. */
export function SignedInFrame({ children }: { children: ReactNode }) {
  useSync()
  useFeedbackDelivery()
  useAvatarKept()
  const session = useSession()
  // Preloaded, because they could not be loaded without a connection, which is when they are needed most.
  useEffect(() => void Promise.allSettled([loadFeedback(), syncDialog.load()]), [])
  // A signed-in user needs no sign-in link any more, in whichever tab it was requested.
  useEffect(() => saveSentLink(null), [])
  useEffect(readPendingSignInMark, [])
  const mayAsk = useObservable(hasPendingConnection)
  const { pathname } = useLocation()
  const [feedback, setFeedback] = useState<FeedbackEntryPoint | null>(null)
  const [isSyncOpen, setSyncOpen] = useState(false)
  const [isHelpOpen, setHelpOpen] = useShortcutsKey()

  return (
    <OpenFeedback value={setFeedback}>
      {/* Placed first, because visually hidden text at the end would make a page that fits its window scroll. */}
      <SyncLiveRegion />
      <OpenSyncDialog value={() => setSyncOpen(true)}>
        <PageStatusSlot value={<PageCorner />}>
          <LibraryNotice value={<LibraryNoticeView />}>
            <BeginPurchase value={beginPurchase}>
              <LoadProPrices value={loadProPrices}>
                <TestPaymentSlot value={<TestPaymentsMark />}>
                  <InstallHintSlot value={installHint}>
                    {/* Placed around the boundary, because inside it every screen would be empty before it appears. */}
                    <Suspense>
                      <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
                    </Suspense>
                  </InstallHintSlot>
                  {isSyncOpen && (
                    <Suspense>
                      <syncDialog.View onClose={() => setSyncOpen(false)} />
                    </Suspense>
                  )}
                </TestPaymentSlot>
              </LoadProPrices>
            </BeginPurchase>
          </LibraryNotice>
          <StorageWarning />
        </PageStatusSlot>
      </OpenSyncDialog>
      {session.kind === 'signed-in' && session.ended !== null && (
        <Suspense>
          <SessionEnded because={session.ended} email={session.user.email} />
        </Suspense>
      )}
      {session.kind === 'signed-in' && !session.expired && mayAsk && (
        <Suspense>
          <ConnectQuestion userId={session.user.id} />
        </Suspense>
      )}
      {isHelpOpen && (
        <Suspense>
          <Shortcuts onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
      <NavigationBar onFeedback={() => setFeedback('nav')} />
      {feedback !== null && (
        <LazyFeedback key={feedback} place={feedback} onClose={() => setFeedback(null)} />
      )}
    </OpenFeedback>
  )
}

const loadOffers = async () => (await import('./pro-offers.ts')).proOffers
/** Without the network, without which nothing can be bought, the code may not come either. */
const beginPurchase: BeginPurchaseFunction = (interval, shown) =>
  loadOffers().then(
    offers => offers.beginPurchase(interval, shown),
    () => ({ kind: 'offline' }),
  )
const loadProPrices = (language: string) =>
  loadOffers().then(
    offers => offers.loadProPrices(language),
    () => null,
  )

const syncDialog = lazyComponent(() =>
  loadWithTexts(
    ['sync', 'upgrade'],
    async () => (await import('#web/sync-status/sync-dialog.tsx')).SyncDialog,
  ),
)

const ConnectQuestion = lazy(() =>
  loadWithTexts(['account'], async () => (await import('./connect-question.tsx')).ConnectQuestion).catch(
    () => ({
      // It asks again at the next visit.
      default: () => null,
    }),
  ),
)

const Shortcuts = lazy(() =>
  loadWithTexts(['shortcuts', 'practice'], async () => (await import('./shortcuts.tsx')).ScreenShortcuts),
)

const SessionEnded = lazy(() =>
  loadWithTexts(['sync'], async () => (await import('./session-ended.tsx')).SessionEnded),
)

const InstallHint = lazy(() =>
  loadWithTexts(['install'], async () => (await import('./install-hint.tsx')).InstallHint).catch(() => ({
    // A hint that fails to load must not break the screen.
    default: () => false as const,
  })),
)
// Created once, because a new value would re-render every screen.
const installHint = (
  <Suspense>
    <InstallHint />
  </Suspense>
)
