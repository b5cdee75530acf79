import { use, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from './button.tsx'
import { Link } from '#web/navigation/link.tsx'
import { classNames } from './class-names.ts'
import { PageHeaderStatusContext } from './frame-contexts.ts'
import { useScreenTitleAndFocus } from './screen.ts'
import styles from './page.module.css'

type Props = {
  /** The document title. The screen itself renders its h1. */
  title: string
  start?: ReactNode
  end?: ReactNode
  hasHistoryLink?: boolean
  /** A 'wizard' is at least as high as the window. A 'stage' has no header. */
  layout?: 'page' | 'wizard' | 'stage'
  className?: string | undefined
  children: ReactNode
}

/** Sets the document title and, after a navigation, focuses the screen's h1. */
export function Page(props: Props) {
  const { title, start, end, hasHistoryLink = false, layout = 'page', className, children } = props
  const { t } = useTranslation()
  const status = use(PageHeaderStatusContext)
  const main = useScreenTitleAndFocus(title)

  return (
    <main ref={main} tabIndex={-1} className={classNames(styles[layout], className)}>
      {layout !== 'stage' && (
        <div className={styles.top}>
          {start ?? <Logo />}
          {end ?? status}
          {hasHistoryLink && (
            <ButtonLink
              variant="bare"
              icon="history"
              className={styles.history}
              to="/history"
              aria-label={t('navigation.history')}
            >
              <span>{t('navigation.history')}</span>
            </ButtonLink>
          )}
        </div>
      )}
      {children}
    </main>
  )
}

/** Must be the last child of Page. */
export const FixedPageActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.dock}>{children}</div>
)

/** Render it only after the content above has loaded, so that the links do not move. */
export function LegalLinks() {
  const { t } = useTranslation()
  return (
    <p className={styles.legal}>
      <Link to="/terms">{t('legal.terms')}</Link>
      <Link to="/privacy">{t('legal.privacy')}</Link>
      <Link to="/privacy#operator">{t('legal.operator')}</Link>
    </p>
  )
}

function Logo() {
  return (
    <svg className={styles.logo} viewBox="0 0 266 272" role="img" aria-label="Dacapo">
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M10 0H130a136 136 0 0 1 0 272H10a10 10 0 0 1-10-10V10A10 10 0 0 1 10 0zM50 26V246H66V26zM88 32V240H130a104 104 0 0 0 0-208z"
      />
      <circle className={styles.dot} cx="154" cy="94" r="29" />
      <circle className={styles.dot} cx="154" cy="178" r="29" />
    </svg>
  )
}
