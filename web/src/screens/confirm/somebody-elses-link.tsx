import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maskEmail } from '#core/protocol/sign-in.ts'
import { postSignInLinkOwner } from '#web/api/session-calls.ts'
import type { User } from '#web/identity/sign-in-state.ts'
import { Button } from '#web/kit/button.tsx'
import { SignInCoverHeading } from '#web/kit/cover.tsx'
import { LoadingIndicator } from '#web/kit/spinner.tsx'
import { showSuccess } from '#web/kit/toast/show-toast.tsx'
import { navigate } from '#web/navigation/navigate.ts'
import { Sentence } from '#web/language/sentence.tsx'
import styles from './confirm.module.css'

type Props = {
  token: string
  user: User
  /** Called if the link's owner wants to take over this browser. */
  onSwitch: () => void
}

/**
 * Asks whether the owner of a sign-in link shall replace the user who is signed in, for example a pupil who opens the
 * link at the teacher's computer. Otherwise the pupil would practice in the teacher's account (rule ID39). A link of
 * the signed-in user leads to /practice without a question.
 */
export function SomebodyElsesLink({ token, user, onSwitch }: Props) {
  const { t } = useTranslation('sign-in')
  const as = maskEmail(user.email)
  /** Undefined until the server has answered; null if it could not be asked. */
  const [owner, setOwner] = useState<string | null>()

  useEffect(() => {
    let isShown = true
    void postSignInLinkOwner(user.id, token).then(answer => {
      if (!isShown) return
      const isUsedUp = answer.kind === 'problem' && answer.code === 'link-invalid'
      if (isUsedUp) showSuccess(t('confirm.foreign.usedUp', { as }))
      if (isUsedUp || (answer.kind === 'owner' && answer.isYours)) return stay()
      setOwner(answer.kind === 'owner' ? answer.email : null)
    })
    return () => {
      isShown = false
    }
  }, [token, user.id, as, t])

  if (owner === undefined)
    return (
      <div className={styles.loading}>
        <SignInCoverHeading hidden>{t('confirm.foreign.title')}</SignInCoverHeading>
        <LoadingIndicator label={t('confirm.foreign.looking')} />
      </div>
    )
  return (
    <div className={styles.form}>
      <SignInCoverHeading>{t('confirm.foreign.title')}</SignInCoverHeading>
      <p className={styles.address} role="status">
        <Sentence
          text={
            owner === null
              ? t('confirm.foreign.unknown', { as })
              : t('confirm.foreign.who', { to: owner, as })
          }
        />
      </p>
      <Button variant="main" size="wide" className={styles.cta} onClick={stay}>
        {t('confirm.foreign.stay')}
      </Button>
      <Button variant="line" size="wide" className={styles.other} onClick={onSwitch}>
        <Sentence
          text={
            owner === null ? t('confirm.foreign.switchUnknown') : t('confirm.foreign.switch', { to: owner })
          }
        />
      </Button>
    </div>
  )
}

const stay = () => navigate('/practice', { replace: true })
