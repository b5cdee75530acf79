import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStorageTrouble } from '#web/store/storage-trouble.ts'
import { syncNow } from '#web/store/sync-state.ts'
import { useLibrary, type LibraryState } from '#web/store/use-library.ts'
import { Button, ButtonLink } from './kit/button.tsx'
import { EmptyState } from './kit/empty-state.tsx'
import { showError } from './kit/toast.tsx'
import styles from './library-notice.module.css'
import { loadNewestVersion } from './new-version.ts'

/** Why there is no library on this screen, and what the musician can do (rules ST8, ST17). */
export function LibraryNoticeView(): ReactNode {
  const library = useLibrary()
  switch (library.kind) {
    case 'failed':
      return <NoStorage />
    case 'unheard':
      return <NotLoadedYet because={library.because} />
    default:
      return null
  }
}

function NoStorage() {
  const { t } = useTranslation()
  const trouble = useStorageTrouble() ?? 'forbidden'
  return (
    <div role="alert">
      <EmptyState level="h2" title={t('library.failed.title')} text={t(`storage.${trouble}.text`)}>
        <Button variant="main" icon="sync" onClick={() => location.reload()}>
          {t('reload')}
        </Button>
      </EmptyState>
    </div>
  )
}

type Reason = Extract<LibraryState, { kind: 'unheard' }>['because']

function NotLoadedYet({ because }: { because: Reason }) {
  const { t } = useTranslation()
  return (
    <div role="status">
      <EmptyState
        level="h2"
        title={t('library.unheard.title')}
        text={t(`library.unheard.${wordFor(because)}`)}
      >
        <div className={styles.ways}>
          {because === 'offline' && <TryAgain />}
          {because === 'signed-out' && (
            <ButtonLink variant="main" to="/signin">
              {t('sync.signInAgain')}
            </ButtonLink>
          )}
          {because === 'update-needed' && (
            <Button variant="main" icon="sync" onClick={() => void loadNewestVersion()}>
              {t('reload')}
            </Button>
          )}
          <ButtonLink variant="line" icon="plus" to="/new">
            {t('library.unheard.add')}
          </ButtonLink>
        </div>
      </EmptyState>
    </div>
  )
}

function TryAgain() {
  const { t } = useTranslation()
  const [isTrying, setTrying] = useState(false)

  async function tryAgain() {
    setTrying(true)
    await syncNow()
    // Where it worked this button is gone by now.
    setTrying(false)
    if (!navigator.onLine) showError(t('toast.offline'))
  }

  return (
    <Button variant="main" icon="sync" busy={isTrying} onClick={() => void tryAgain()}>
      {t('tryAgain')}
    </Button>
  )
}

/** A network that is there and leads nowhere, or to a server in trouble, is another thing than no signal. */
function wordFor(because: Reason) {
  switch (because) {
    case 'offline':
      return navigator.onLine ? 'unreachable' : 'offline'
    case 'signed-out':
      return 'signedOut'
    case 'update-needed':
      return 'updateNeeded'
  }
}
