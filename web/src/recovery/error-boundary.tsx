import { Component, type ReactNode } from 'react'
import { TextsMissingError } from '#web/language/language.ts'
import { isCodeLoadFailure, reloadAfterCodeLoadFailure, reloadIfServerReachable } from './load-failure.ts'
import { useTranslation } from 'react-i18next'
import styles from './screen-error.module.css'
import { Button, ButtonLink } from '#web/kit/button.tsx'
import { Page } from '#web/kit/page.tsx'
import { showErrorToast } from '#web/kit/toast/show-toast.tsx'

type Props = {
  children: ReactNode
  /** For a boundary around a dialog: must close it. The boundary shows a toast instead of an error screen. */
  onFail?: () => void
}
type State = { kind: 'fine' } | { kind: 'broken'; error: unknown }

/** After an error, shows its children again only if its `key` changes. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { kind: 'fine' }

  static getDerivedStateFromError(error: unknown): State {
    return { kind: 'broken', error }
  }

  override componentDidCatch(error: unknown): void {
    const { onFail } = this.props
    if (onFail) showErrorToast()
    onFail?.()
    // A new version has replaced the files that this page still requests; its own page has them. A dialog fails again
    // until the page is reloaded.
    if (onFail ? isNotLoaded(error) : isCodeLoadFailure(error)) void reloadAfterCodeLoadFailure()
  }

  override render(): ReactNode {
    if (this.state.kind === 'fine') return this.props.children
    if (this.props.onFail) return null
    const { error } = this.state
    return <ScreenError because={isNotLoaded(error) ? 'notLoaded' : 'broken'} />
  }
}

const isNotLoaded = (error: unknown) => isCodeLoadFailure(error) || error instanceof TextsMissingError

function ScreenError({ because }: { because: 'broken' | 'notLoaded' }) {
  const { t } = useTranslation()
  const title = t(`failure.${because}.title`)

  async function tryAgain() {
    await reloadIfServerReachable()
    showErrorToast(t('toast.offline'))
  }

  return (
    <Page title={title}>
      <div className={styles.words} role="alert">
        <h1>{title}</h1>
        <p>{t(`failure.${because}.text`)}</p>
      </div>
      <div className={styles.ways}>
        <Button variant="main" icon="sync" onClick={tryAgain}>
          {t('tryAgain')}
        </Button>
        {location.pathname !== '/practice' && (
          <ButtonLink variant="line" to="/practice">
            {t('failure.toPractice')}
          </ButtonLink>
        )}
      </div>
    </Page>
  )
}

/** Without a toast, an error in an event handler would look like a button that does nothing (rule UI12). */
export function showToastOnUnhandledErrors(): void {
  window.addEventListener('error', ({ error }) => answer(error))
  window.addEventListener('unhandledrejection', ({ reason }) => answer(reason))
}

// Without an Error object it is a browser warning, or a script injected by an extension.
function answer(error: unknown): void {
  if (error instanceof Error && !isCodeLoadFailure(error) && error.name !== 'AbortError') showErrorToast()
}
