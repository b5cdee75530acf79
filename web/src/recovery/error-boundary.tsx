import { Component, type ReactNode, useState } from 'react'
import { TextsMissingError } from '#web/language/language.ts'
import { isLoadFailure, reloadAfterLoadFailure, reloadIfServerReachable } from './load-failure.ts'
import { useTranslation } from 'react-i18next'
import styles from './screen-error.module.css'
import { Button, ButtonLink } from '#web/kit/button.tsx'
import { Page } from '#web/kit/page.tsx'
import { showError } from '#web/kit/toast/show-toast.tsx'
import i18next from 'i18next'

type Props = { children: ReactNode }
type State = { kind: 'fine' } | { kind: 'broken'; error: unknown }

/**
 * Catches errors during the rendering of a screen and shows an error screen. Give it the address as its key, so that a
 * navigation to another address resets it.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { kind: 'fine' }

  static getDerivedStateFromError(error: unknown): State {
    return { kind: 'broken', error }
  }

  override componentDidCatch(error: unknown): void {
    // A new version has replaced the files that this page still requests; its own page has them.
    if (isLoadFailure(error)) void reloadAfterLoadFailure()
  }

  override render(): ReactNode {
    if (this.state.kind === 'fine') return this.props.children
    const { error } = this.state
    return <ScreenError because={isNotLoaded(error) ? 'notLoaded' : 'broken'} />
  }
}

/** Returns true if an error means that code, styles or texts could not be loaded. */
export const isNotLoaded = (error: unknown) => isLoadFailure(error) || error instanceof TextsMissingError

/**
 * Renders an error in place of a screen that could not be rendered ('broken') or loaded ('notLoaded'). Shows the
 * reason, a button that reloads the page and, unless the user is on the practice screen already, a link to that screen.
 */
function ScreenError({ because }: { because: 'broken' | 'notLoaded' }) {
  const { t } = useTranslation()
  const title = t(`failure.${because}.title`)
  const [isTrying, setTrying] = useState(false)

  async function tryAgain() {
    setTrying(true)
    if (await reloadIfServerReachable()) return
    setTrying(false)
    showError(t('toast.offline'))
  }

  return (
    <Page title={title}>
      <div className={styles.words} role="alert">
        <h1>{title}</h1>
        <p>{t(`failure.${because}.text`)}</p>
      </div>
      <div className={styles.ways}>
        <Button variant="main" icon="sync" busy={isTrying} onClick={() => void tryAgain()}>
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

/**
 * Starts to show an error toast for each unhandled error, because a failing event handler would otherwise look like a
 * broken button. Ignores canceled operations, and code and styles that could not be loaded. Rendering errors go to the
 * error boundary (rule UI12).
 */
export function showToastOnUnhandledErrors(): void {
  window.addEventListener('error', ({ error }) => answer(error))
  window.addEventListener('unhandledrejection', ({ reason }) => answer(reason))
}

// Without an Error object it is a browser warning, or a script injected by an extension.
function answer(error: unknown): void {
  if (error instanceof Error && !isLoadFailure(error) && error.name !== 'AbortError')
    showError(i18next.t('toast.error'))
}
