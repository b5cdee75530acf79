import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { loadSentLink, saveSentLink, type SentLink } from '#web/identity/sent-link.ts'
import { Cover } from '#web/kit/cover.tsx'
import { later } from '#web/kit/later.tsx'
import { LinkForm } from './link-form.tsx'
import styles from './sign-in.module.css'

/** The screen at /, /signin and /signup: ask for a link, then wait for it or type the code of the same mail. */
export function SignIn() {
  const { t } = useTranslation('sign-in')
  const [sent, setSent] = useState(loadSentLink)
  const [isBack, setBack] = useState(false)

  // Fetched while the address is being typed: the next state must not wait for the network.
  useEffect(() => void checkEmail.load().catch(() => {}), [])

  function change(next: SentLink | null) {
    saveSentLink(next)
    setSent(next)
    setBack(next === null)
  }

  return (
    <Cover title={sent === null ? t('title') : t('sent.title')}>
      {sent === null ? (
        <>
          <LinkForm takesFocus={isBack} onSent={email => change({ email, at: Date.now(), wrongCodes: 0 })} />
          <div className={styles.social}>
            <Suspense>
              <SocialButtons onUnproven={() => setBack(true)} />
            </Suspense>
          </div>
        </>
      ) : (
        <Suspense>
          <checkEmail.Part sent={sent} onChange={change} />
        </Suspense>
      )}
      <Suspense>
        <MailboxHint />
      </Suspense>
      <p className={styles.legal}>
        <Link to="/terms">{t('terms')}</Link>
        <Link to="/privacy">{t('privacy')}</Link>
      </p>
    </Cover>
  )
}

const checkEmail = later(async () => ({ default: (await import('./check-email.tsx')).CheckEmail }))

// What depends on the server's settings comes after the form; where it cannot come, the way by mail is left.
const SocialButtons = optional(async () => (await import('./social-buttons.tsx')).SocialButtons)
const MailboxHint = optional(async () => (await import('./mailbox-hint.tsx')).MailboxHint)

function optional<Props>(load: () => Promise<ComponentType<Props>>) {
  const nothing: ComponentType<Props> = () => null
  return lazy(async () => ({ default: await load().catch(() => nothing) }))
}
