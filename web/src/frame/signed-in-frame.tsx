import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react'
import { useLocation } from '#web/navigation/use-location.tsx'
import { preloadWhenIdle } from '#web/concurrency/when-idle.ts'
import { useIdentity, useSession, useUser } from '#web/identity/user-identity.ts'
import { ErrorBoundary } from '#web/recovery/error-boundary.tsx'
import { LazyFeedbackDialog, loadFeedbackDialog } from './feedback/lazy-feedback.tsx'
import { createProSale, ProSaleContext } from '#web/billing/pro-sale.ts'
import {
  InstallHintContext,
  OpenFeedbackContext,
  OpenSyncDialogContext,
  PageStatusContext,
} from '#web/kit/frame-contexts.ts'
import { createLazyComponent } from '#web/kit/lazy-component.tsx'
import { LibraryNoticeContext } from '#web/kit/library-states.tsx'
import { loadWithTexts } from '#web/language/language.ts'
import { useDeviceLibrary } from '#web/store/device-library.ts'
import { NavigationBar } from './navigation-bar.tsx'
import { StatusPills } from './status-pills.tsx'
import { useShortcutsKey } from './use-shortcuts-key.ts'
import { ExplainTroubleContext, StorageTroubleToast, type Trouble } from './storage-notice.tsx'
import type { FeedbackEntryPoint } from './feedback/feedback.tsx'
import { SyncLiveRegion } from '#web/sync-status/sync-pill.tsx'
import { TestPaymentsNotice } from './test-payments-mark.tsx'

type Props = {
  /** Starts the exchange of changes with the server; returns a function that stops it. */
  startSync: () => () => void
  children: ReactNode
}

/**
 * Renders the elements around every screen of a signed-in user: the navigation bar, the sync status and the feedback
 * dialog. Syncs with the server while it is mounted.
 */
export function SignedInFrame({ startSync, children }: Props) {
  useEffect(startSync, [startSync])
  const identity = useIdentity()
  usePrefetchAvatar()
  const session = useSession()
  // Preloaded, because they could not be loaded without a connection, which is when they are needed most.
  useEffect(() => preloadWhenIdle([libraryUnavailableNotice, { load: loadFeedbackDialog }, syncDialog]), [])
  const [sale] = useState(() => createProSale(identity, testPaymentsNotice))
  const { pathname } = useLocation()
  const [feedback, setFeedback] = useState<FeedbackEntryPoint | null>(null)
  const [explained, setExplained] = useState<Trouble | null>(null)
  const [isSyncOpen, setSyncOpen] = useState(false)
  const openSyncDialog = useCallback(() => setSyncOpen(true), [])
  const [isHelpOpen, setHelpOpen] = useShortcutsKey()

  return (
    <OpenFeedbackContext value={setFeedback}>
      {/* Placed first, because visually hidden text at the end would make a page that fits its window scroll. */}
      <SyncLiveRegion />
      <OpenSyncDialogContext value={openSyncDialog}>
        <ExplainTroubleContext value={setExplained}>
          <PageStatusContext value={statusPills}>
            <LibraryNoticeContext value={libraryNotice}>
              <ProSaleContext value={sale}>
                <InstallHintContext value={installHint}>
                  {/* Placed around the boundary. Inside it, every screen would be empty before it appears. */}
                  <Suspense>
                    <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
                  </Suspense>
                </InstallHintContext>
                {isSyncOpen && (
                  <Suspense>
                    <syncDialog.View onClose={() => setSyncOpen(false)} />
                  </Suspense>
                )}
              </ProSaleContext>
            </LibraryNoticeContext>
            <StorageTroubleToast explained={explained} onExplain={setExplained} />
          </PageStatusContext>
        </ExplainTroubleContext>
      </OpenSyncDialogContext>
      {session.kind === 'ended' && session.because !== 'expired' && (
        <Suspense>
          <SessionEndHandler because={session.because} email={session.user.email} />
        </Suspense>
      )}
      {isHelpOpen && (
        <Suspense>
          <Shortcuts onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
      <NavigationBar onFeedback={() => setFeedback('nav')} />
      {feedback !== null && (
        <LazyFeedbackDialog key={feedback} place={feedback} onClose={() => setFeedback(null)} />
      )}
    </OpenFeedbackContext>
  )
}

/** Downloads the user's picture in advance, so that it is available offline (rule AV7). */
function usePrefetchAvatar(): void {
  const { store } = useDeviceLibrary()
  const image = useUser()?.image ?? null
  useEffect(() => {
    if (image === null) return
    void import('#web/identity/avatar.ts')
      .then(({ loadAvatar }) => loadAvatar(store.get(), image))
      // The network failed before the code was loaded; the account screen tries again.
      .catch(() => undefined)
  }, [image, store])
}

const libraryUnavailableNotice = createLazyComponent(async () => ({
  default: (await import('./library-unavailable-notice.tsx')).LibraryUnavailableNotice,
}))

const syncDialog = createLazyComponent(() =>
  loadWithTexts(
    ['sync', 'upgrade'],
    async () => (await import('#web/sync-status/sync-dialog.tsx')).SyncDialog,
  ),
)

const Shortcuts = lazy(() =>
  loadWithTexts(
    ['shortcuts', 'practice'],
    async () => (await import('./shortcuts.tsx')).ScreenShortcutsDialog,
  ),
)

const SessionEndHandler = lazy(() =>
  loadWithTexts(['sync'], async () => (await import('./session-end-handler.tsx')).SessionEndHandler),
)

const InstallHint = lazy(() =>
  loadWithTexts(['install'], async () => (await import('./install-hint.tsx')).InstallHint).catch(() => ({
    // A hint that fails to load must not break the screen.
    default: () => false as const,
  })),
)
// Created once, because a new value would re-render every screen.
const statusPills = <StatusPills />
const libraryNotice = (
  <Suspense>
    <libraryUnavailableNotice.View />
  </Suspense>
)
const testPaymentsNotice = <TestPaymentsNotice />
const installHint = (
  <Suspense>
    <InstallHint />
  </Suspense>
)
