import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/kit/button.tsx'
import { SignInCoverHeading } from '#web/kit/cover.tsx'
import type { RetryableConfirmFailure } from './classify-confirm-failure.ts'
import styles from './confirm.module.css'

type Props = {
  email: string
  trouble: RetryableConfirmFailure
  isTrying: boolean
  onTryAgain: () => void
}

/**
 * Renders the reason why signing in with a link failed, and a button that tries again with the same email address (rule
 * SG19).
 */
export function RetryPanel({ email, trouble, isTrying, onTryAgain }: Props) {
  const { t } = useTranslation('sign-in')
  const again = useRef<HTMLButtonElement>(null)

  // The focused element was removed with the form or the loading animation.
  useEffect(() => again.current?.focus(), [])

  return (
    <div className={styles.form}>
      <SignInCoverHeading>{t('confirm.stuck')}</SignInCoverHeading>
      <p>
        <b className={styles.address} translate="no">
          {email}
        </b>
      </p>
      {/* Unmounted during a retry, so that the same text is announced again. */}
      <div className={styles.trouble}>{!isTrying && <p role="alert">{sentence()}</p>}</div>
      <Button
        ref={again}
        variant="main"
        size="wide"
        className={styles.cta}
        busy={isTrying}
        onClick={onTryAgain}
      >
        {t('confirm.again')}
      </Button>
    </div>
  )

  function sentence(): string {
    if (trouble.kind === 'too-many') return t('confirm.trouble.tooMany', { seconds: trouble.seconds })
    if (trouble.kind === 'offline') return t('failure.offline')
    if (trouble.kind === 'foreign-origin') return t('failure.foreignOrigin')
    return t(`confirm.trouble.${trouble.kind}`)
  }
}
