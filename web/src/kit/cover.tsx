import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from './class-names.ts'
import styles from './cover.module.css'
import { useScreenTitleAndFocus } from './screen.ts'

type Props = {
  title: string
  about?: string | undefined
  children: ReactNode
}

export function SignInCover({ title, about, children }: Props) {
  const { t } = useTranslation()
  const main = useScreenTitleAndFocus(title)
  return (
    <main ref={main} tabIndex={-1} className={styles.cover}>
      <div className={styles.front}>
        <div className={styles.sign} aria-hidden="true">
          <b />
          <i />
          <span />
        </div>
        <div className={styles.words}>
          <img
            className={styles.wordmark}
            src="/icons/wordmark-white.svg"
            alt="Dacapo"
            width="133"
            height="34"
          />
          <p className={styles.promise}>{t('promise')}</p>
          {about && <p className={styles.about}>{about}</p>}
        </div>
      </div>
      <div className={styles.inside}>{children}</div>
    </main>
  )
}

export const SignInCoverHeading = ({
  children,
  hidden = false,
}: {
  children: ReactNode
  hidden?: boolean
}) => <h1 className={classNames(styles.heading, hidden && styles.hidden)}>{children}</h1>
