import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  useStorageTrouble,
  useLibraryServices,
  useLibraryState,
  type LibraryState,
} from '#web/store/library-services.ts'
import { Button, ButtonLink } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Page } from '#web/kit/page.tsx'
import { showErrorToast } from '#web/kit/toast/show-toast.tsx'
import styles from './library-unavailable-notice.module.css'
import { reloadWithNewestVersion } from '#web/updates/new-version.ts'

export function LibraryUnavailableNotice(): ReactNode {
  const { t } = useTranslation()
  const library = useLibraryState()
  switch (library.kind) {
    case 'failed':
      return <NoStorage level="h2" title={t('library.failed.title')} />
    case 'never-synced':
      return <NotLoadedYet because={library.because} />
    default:
      return null
  }
}

export function LocalDatabaseNotRespondingPage() {
  const { t } = useTranslation()
  const title = t('storage.unanswered.short')
  return (
    <Page title={title}>
      <NoStorage level="h1" title={title} />
    </Page>
  )
}

function NoStorage({ level, title }: { level: 'h1' | 'h2'; title: string }) {
  const { t } = useTranslation()
  const trouble = useStorageTrouble() ?? 'forbidden'
  return (
    <div role="alert">
      <EmptyState level={level} title={title} text={t(`storage.${trouble}.text`)}>
        <Button variant="main" icon="sync" onClick={() => location.reload()}>
          {t('reload')}
        </Button>
      </EmptyState>
    </div>
  )
}

type Reason = Extract<LibraryState, { kind: 'never-synced' }>['because']

function NotLoadedYet({ because }: { because: Reason }) {
  const { t } = useTranslation()
  // A network without a way to a working server is not the same as no network.
  const isUnreachable = because === 'offline' && navigator.onLine
  return (
    <div role="status">
      <EmptyState
        level="h2"
        title={t('library.never-synced.title')}
        text={t(`library.never-synced.${isUnreachable ? 'unreachable' : because}`)}
      >
        <div className={styles.ways}>
          {because === 'offline' && <TryAgain />}
          {because === 'signed-out' && (
            <ButtonLink variant="main" to="/signin">
              {t('sync.signInAgain')}
            </ButtonLink>
          )}
          {because === 'update-needed' && (
            <Button variant="main" icon="sync" onClick={() => void reloadWithNewestVersion()}>
              {t('reload')}
            </Button>
          )}
          <ButtonLink variant="line" icon="plus" to="/new">
            {t('library.never-synced.add')}
          </ButtonLink>
        </div>
      </EmptyState>
    </div>
  )
}

function TryAgain() {
  const { t } = useTranslation()
  const { sync } = useLibraryServices()

  async function tryAgain() {
    await sync.syncNow()
    if (!navigator.onLine) showErrorToast(t('toast.offline'))
  }

  return (
    <Button variant="main" icon="sync" onClick={tryAgain}>
      {t('tryAgain')}
    </Button>
  )
}
