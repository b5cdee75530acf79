import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_CODE_ATTEMPTS } from '#core/protocol/sign-in.ts'
import type { SentSignInLink } from '#web/identity/sign-in.ts'
import { Button } from '#web/kit/button.tsx'
import { SignInCoverHeading } from '#web/kit/cover.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { SignInCodeForm } from './code-form.tsx'
import { SendAgainButton } from './send-again.tsx'
import styles from './sign-in.module.css'

type Props = {
  sent: SentSignInLink
  onSentAgain: (sent: SentSignInLink) => void
  onWrongCode: () => void
  onOtherAddress: () => void
}

/**
 * Renders the panel "Check your email" after a sign-in mail was sent: the address, the field for the code, and buttons
 * to send the mail again or to use another address.
 */
export function CheckEmailPanel({ sent, onSentAgain, onWrongCode, onOtherAddress }: Props) {
  const { t } = useTranslation('sign-in')
  const words = useRef<HTMLDivElement>(null)
  const isUsedUp = sent.wrongCodes >= MAX_CODE_ATTEMPTS

  // The focused form was removed, so without this the focus would start at the top of the page.
  useEffect(() => words.current?.focus(), [])

  return (
    <>
      <div ref={words} tabIndex={-1} className={styles.form}>
        <SignInCoverHeading>
          <Icon name="mail" />
          {t('sent.title')}
        </SignInCoverHeading>
        <p>
          {t('sent.to')}{' '}
          <b className={styles.address} translate="no">
            {sent.email}
          </b>{' '}
          {t(isUsedUp ? 'sent.onlyLink' : 'sent.click')}
        </p>
      </div>
      <SignInCodeForm
        // A new mail has a new code.
        key={sent.at}
        sent={sent}
        isUsedUp={isUsedUp}
        onWrong={onWrongCode}
      />
      <p className={styles.small}>{t('sent.spam')}</p>
      <SendAgainButton sent={sent} onSentAgain={onSentAgain} />
      <Button variant="line" size="wide" className={styles.other} onClick={onOtherAddress}>
        {t('sent.otherAddress')}
      </Button>
    </>
  )
}
