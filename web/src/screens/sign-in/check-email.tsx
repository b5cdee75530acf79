import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CODE_TRIES } from '#core/sign-in.ts'
import type { SentLink } from '#web/identity/sent-link.ts'
import { Button } from '#web/kit/button.tsx'
import { CoverHeading } from '#web/kit/cover.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { CodeForm } from './code-form.tsx'
import styles from './sign-in.module.css'

type Props = { sent: SentLink; onChange: (sent: SentLink | null) => void }

/** "Check your email": where the link went, the code of the same mail, and the way back to another address. */
export function CheckEmail({ sent, onChange }: Props) {
  const { t } = useTranslation('sign-in')
  const words = useRef<HTMLDivElement>(null)
  const isUsedUp = sent.wrongCodes >= CODE_TRIES

  // The form that had the focus is gone; without this the keyboard would start at the top of the page.
  useEffect(() => words.current?.focus(), [])

  return (
    <>
      <div ref={words} tabIndex={-1} className={styles.form}>
        <CoverHeading>
          <Icon name="mail" />
          {t('sent.title')}
        </CoverHeading>
        <p>
          {t('sent.to')} <b className={styles.address}>{sent.email}</b>{' '}
          {t(isUsedUp ? 'sent.onlyLink' : 'sent.click')}
        </p>
      </div>
      <CodeForm
        sent={sent}
        isUsedUp={isUsedUp}
        onWrong={() => onChange({ ...sent, wrongCodes: sent.wrongCodes + 1 })}
      />
      <p className={styles.small}>{t('sent.spam')}</p>
      <Button variant="line" size="wide" className={styles.other} onClick={() => onChange(null)}>
        {t('sent.otherAddress')}
      </Button>
    </>
  )
}
