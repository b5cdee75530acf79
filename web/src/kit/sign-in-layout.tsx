import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RepeatSign } from './repeat-sign.tsx'
import styles from './sign-in-layout.module.css'
import hiddenStyles from './visually-hidden.module.css'
import { useScreenTitleAndFocus } from './screen.ts'

type Props = {
  title: string
  about?: string | undefined
  children: ReactNode
}

export function SignInLayout({ title, about, children }: Props) {
  const { t } = useTranslation()
  const main = useScreenTitleAndFocus(title)
  return (
    <main ref={main} tabIndex={-1} className={styles.cover}>
      <div className={styles.front}>
        <RepeatSign />
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

type HeadingProps = { children: ReactNode; hidden?: boolean }

export const SignInLayoutHeading = ({ children, hidden = false }: HeadingProps) => (
  <h1 className={hidden ? hiddenStyles.hidden : styles.heading}>{children}</h1>
)
