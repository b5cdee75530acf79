import { lazy, startTransition, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useObservable } from '#web/concurrency/observable.ts'
import { PillButton } from '#web/kit/pill.tsx'
import { useLocation } from '#web/navigation/use-location.tsx'
import { preloadWhenIdle } from '#web/concurrency/when-idle.ts'
import { useSignInState, useUser } from '#web/identity/identity-service.ts'
import { ErrorBoundary } from '#web/recovery/error-boundary.tsx'
import {
  InstallHintContext,
  OpenFrameDialogContext,
  PageHeaderStatusContext,
  type FrameDialogRequest,
} from '#web/kit/frame-contexts.ts'
import { LibraryNoticeContext } from '#web/kit/library-states.tsx'
import { CharacterKeysEnabledContext, pressControlOfKey } from '#web/kit/shortcuts/character-keys.ts'
import { isKeyHandledElsewhere } from '#web/kit/shortcuts/is-key-handled-elsewhere.ts'
import { loadWithTexts } from '#web/language/language.ts'
import { useLibraryServices } from '#web/store/library-services.ts'
import { usePersistedSetting } from '#web/store/persisted-values.ts'
import { LibraryUnavailableNotice } from './library-unavailable-notice.tsx'
import { NavigationBar } from './navigation-bar.tsx'
import { StorageTroubleDialog, useStorageTroubleToast } from './storage-notice.tsx'
import styles from './signed-in-frame.module.css'
import { SyncLiveRegion, SyncPill } from '#web/sync-status/sync-pill.tsx'
import { reloadWithOfferedVersion, newVersionOfferedObservable } from '#web/updates/new-version.ts'

type Props = {
  startSync: () => () => void
  children: ReactNode
}

export function SignedInFrame({ startSync, children }: Props) {
  useEffect(startSync, [startSync])
  usePrefetchAvatar()
  const session = useSignInState()
  // Preloaded, because they could not be loaded without a connection, which is when they are needed most.
  useEffect(() => preloadWhenIdle([loadFeedback, loadSyncDialog]), [])
  const { pathname } = useLocation()
  const [dialog, setDialog] = useState<FrameDialogRequest | null>(null)
  // In a transition, the screen stays as it is until the code of the dialog has loaded.
  const open = useCallback((next: FrameDialogRequest) => startTransition(() => setDialog(next)), [])
  const close = useCallback(() => setDialog(null), [])
  useStorageTroubleToast(open)
  const characterKeys = usePersistedSetting('character keys', parseCharacterKeys)
  const [hasCharacterKeys] = characterKeys

  useEffect(() => {
    if (!hasCharacterKeys) return
    function press(event: KeyboardEvent) {
      if (event.repeat || isKeyHandledElsewhere(event)) return
      // The character and not its place, which differs from layout to layout (rule PD1).
      if (event.key === '?') open({ kind: 'shortcuts' })
      else pressControlOfKey(event)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [open, hasCharacterKeys])

  return (
    <OpenFrameDialogContext value={open}>
      {/* Placed first, because visually hidden text at the end would make a page that fits its window scroll. */}
      <SyncLiveRegion />
      <PageHeaderStatusContext value={statusPills}>
        <LibraryNoticeContext value={libraryNotice}>
          <InstallHintContext value={installHint}>
            <CharacterKeysEnabledContext value={hasCharacterKeys}>
              <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
            </CharacterKeysEnabledContext>
          </InstallHintContext>
          {dialog !== null && (
            <ErrorBoundary key={dialog.kind} onFail={close}>
              {dialog.kind === 'feedback' && <FeedbackWidgetOrDialog place={dialog.place} onClose={close} />}
              {dialog.kind === 'sync' && <SyncDialog onClose={close} />}
              {dialog.kind === 'shortcuts' && <ShortcutsDialog {...{ characterKeys }} onClose={close} />}
              {dialog.kind === 'storage' && <StorageTroubleDialog trouble={dialog.trouble} onClose={close} />}
            </ErrorBoundary>
          )}
        </LibraryNoticeContext>
      </PageHeaderStatusContext>
      {session.kind === 'ended' && session.because !== 'expired' && (
        <Suspense>
          <SignOutAfterSessionEnd because={session.because} email={session.user.email} />
        </Suspense>
      )}
      <NavigationBar />
    </OpenFrameDialogContext>
  )
}

function usePrefetchAvatar(): void {
  const { store } = useLibraryServices()
  const image = useUser()?.image ?? null
  useEffect(() => {
    if (image === null) return
    void import('#web/identity/avatar.ts')
      .then(({ loadAvatarBlob }) => loadAvatarBlob(store.get(), image))
      // The network failed before the code was loaded; the account screen tries again.
      .catch(() => undefined)
  }, [image, store])
}

const parseCharacterKeys = (kept: unknown) => kept !== false

const loadFeedback = () =>
  loadWithTexts(['feedback'], async () => (await import('./feedback.tsx')).FeedbackWidgetOrDialog)
const FeedbackWidgetOrDialog = lazy(loadFeedback)

const loadSyncDialog = () =>
  loadWithTexts(
    ['sync', 'upgrade'],
    async () => (await import('#web/sync-status/sync-dialog.tsx')).SyncDialog,
  )
const SyncDialog = lazy(loadSyncDialog)

const ShortcutsDialog = lazy(() =>
  loadWithTexts(['shortcuts', 'practice'], async () => (await import('./shortcuts.tsx')).ShortcutsDialog),
)

const SignOutAfterSessionEnd = lazy(() =>
  loadWithTexts(
    ['sync'],
    async () => (await import('./sign-out-after-session-end.tsx')).SignOutAfterSessionEnd,
  ),
)

const InstallHint = lazy(() =>
  loadWithTexts(['install'], async () => (await import('./install-hint.tsx')).InstallHint).catch(() => ({
    // A hint that fails to load must not break the screen.
    default: () => false as const,
  })),
)
// Created once, because a new value would re-render every screen.
const statusPills = (
  <div className={styles.pills}>
    <NewVersionPill />
    <SyncPill />
  </div>
)
const libraryNotice = <LibraryUnavailableNotice />
const installHint = (
  <Suspense>
    <InstallHint />
  </Suspense>
)

function NewVersionPill() {
  const { t } = useTranslation()
  const isOffered = useObservable(newVersionOfferedObservable)

  return (
    <output>
      {isOffered && (
        <PillButton icon="sync" label={t('newVersion.name')} onClick={() => void reloadWithOfferedVersion()}>
          {t('newVersion.short')}
        </PillButton>
      )}
    </output>
  )
}
