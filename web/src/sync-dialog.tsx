import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/identity/use-session.ts'
import { useMayBeCleared } from '#web/store/kept-storage.ts'
import { syncNow, useSyncState } from '#web/store/sync-state.ts'
import { Button, ButtonLink } from './kit/button.tsx'
import { Dialog } from './kit/dialog.tsx'
import { Emphasized } from './kit/emphasized.tsx'
import { loadNewestVersion } from './new-version.ts'
import { RefusedList } from './refused-list.tsx'
import { shownSync, type ShownSync } from './shown-sync.ts'
import styles from './sync-dialog.module.css'

/** How this device and the server stand to each other, and what the server has refused (rule RC1). */
export function SyncDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('sync')
  const state = useSyncState()
  // Here is room for both: what is under way, and below what was refused.
  const refused = state.waiting === 0 ? state.refused : 0
  const shown = shownSync({ ...state, refused }, navigator.onLine)

  return (
    <Dialog title={t('title')} onClose={onClose}>
      <output className={styles.state}>
        <StateText shown={shown} />
        {shown.kind !== 'syncing' && <Waiting count={state.waiting} />}
      </output>
      <Way shown={shown} onClose={onClose} />
      <RefusedList onClose={onClose} />
    </Dialog>
  )
}

function StateText({ shown }: { shown: ShownSync }) {
  const session = useSession()
  const email = session.kind === 'signed-in' ? session.user.email : ''
  return (
    <p>
      <Emphasized text={useStateText(shown, email)} word={email} />
    </p>
  )
}

function useStateText(shown: ShownSync, email: string): string {
  const { t } = useTranslation('sync')
  switch (shown.kind) {
    case 'signed-out':
      return t('state.signedOut', { email })
    case 'update-needed':
      return t('state.updateNeeded')
    case 'syncing':
      return shown.waiting === 0 ? t('state.asking') : t('state.syncing', { count: shown.waiting })
    case 'offline':
      return t('state.offline')
    case 'unreachable':
      return t('state.unreachable')
    case 'refused':
      return t('state.refused')
    case 'synced':
      return t('state.synced')
  }
}

/** What is on this device only, and what could become of it. */
function Waiting({ count }: { count: number }) {
  const { t } = useTranslation('sync')
  const mayBeCleared = useMayBeCleared()
  if (count === 0) return null
  return (
    <p>
      {t('waiting', { count })} {mayBeCleared && t('mayBeCleared')}
    </p>
  )
}

function Way({ shown, onClose }: { shown: ShownSync; onClose: () => void }) {
  const { t } = useTranslation('sync')
  const { t: common } = useTranslation()
  const [isTrying, setTrying] = useState(false)

  async function tryNow() {
    setTrying(true)
    await syncNow()
    setTrying(false)
  }

  switch (shown.kind) {
    case 'signed-out':
      return (
        <ButtonLink variant="main" to="/signin" onClick={onClose}>
          {common('sync.signInAgain')}
        </ButtonLink>
      )
    case 'update-needed':
      return (
        <Button variant="main" icon="sync" onClick={() => void loadNewestVersion()}>
          {common('reload')}
        </Button>
      )
    case 'offline':
    case 'unreachable':
    case 'syncing':
      return (
        <Button icon="sync" busy={isTrying} onClick={() => void tryNow()}>
          {t('tryNow')}
        </Button>
      )
    default:
      return null
  }
}
