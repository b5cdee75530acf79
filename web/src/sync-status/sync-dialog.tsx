import { useTranslation } from 'react-i18next'
import { useUser } from '#web/identity/identity-service.ts'
import { useMayStorageBeCleared } from '#web/store/storage-persistence.ts'
import { useLibraryServices, useSyncState } from '#web/store/library-services.ts'
import { Button, ButtonLink } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { PartlyTranslated } from '#web/language/partly-translated.tsx'
import { reloadWithNewestVersion } from '#web/updates/new-version.ts'
import { RejectedChangeList } from './rejected-change-list.tsx'
import { syncStatusFromState, type SyncStatus } from './sync-status.ts'
import styles from './sync-dialog.module.css'

export function SyncDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('sync')
  const state = useSyncState()
  // The dialog has room for both: pending changes, and below them rejected ones.
  const rejected = state.waiting === 0 ? state.rejected : 0
  const shown = syncStatusFromState({ ...state, rejected }, navigator.onLine)

  return (
    <Dialog title={t('title')} onClose={onClose}>
      <output className={styles.state}>
        <StateText shown={shown} />
        {shown.kind !== 'syncing' && <Waiting count={state.waiting} />}
      </output>
      <Way shown={shown} onClose={onClose} />
      <RejectedChangeList />
    </Dialog>
  )
}

function StateText({ shown }: { shown: SyncStatus }) {
  const { t } = useTranslation('sync')
  const email = useUser()?.email ?? ''
  const count = 'waiting' in shown ? shown.waiting : 0
  const isAsking = shown.kind === 'syncing' && count === 0
  const text = isAsking ? t('state.asking') : t(`state.${shown.kind}`, { count, email })
  return (
    <p>
      <PartlyTranslated emphasis text={text} />
    </p>
  )
}

function Waiting({ count }: { count: number }) {
  const { t } = useTranslation('sync')
  const mayBeCleared = useMayStorageBeCleared()
  if (count === 0) return null
  return (
    <p>
      {t('waiting', { count })} {mayBeCleared && t('mayBeCleared')}
    </p>
  )
}

function Way({ shown, onClose }: { shown: SyncStatus; onClose: () => void }) {
  const { t } = useTranslation('sync')
  const { t: common } = useTranslation()
  const { sync } = useLibraryServices()

  switch (shown.kind) {
    case 'signed-out':
      return (
        <ButtonLink variant="main" to="/signin" onClick={onClose}>
          {common('sync.signInAgain')}
        </ButtonLink>
      )
    case 'update-needed':
      return (
        <Button variant="main" icon="sync" onClick={() => void reloadWithNewestVersion()}>
          {common('reload')}
        </Button>
      )
    case 'offline':
    case 'unreachable':
    case 'syncing':
      return (
        <Button icon="sync" onClick={sync.syncNow}>
          {t('tryNow')}
        </Button>
      )
    default:
      return null
  }
}
