import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '#web/navigation/link.tsx'
import {
  forgetSentSignInLink,
  loadSentSignInLink,
  rememberedEmail,
  saveSentSignInLink,
  takeFarewell,
  type SentSignInLink,
} from '#web/identity/sign-in.ts'
import { SignInCover } from '#web/kit/cover.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { createLazyComponent } from '#web/kit/lazy-component.tsx'
import { showSignedOut } from '#web/kit/toast/show-toast.tsx'
import { DAMAGED_LINK_STATE, FOCUS_FIELD_STATE } from '#web/navigation/navigate.ts'
import { useLocation } from '#web/navigation/use-location.tsx'
import { RequestLinkForm } from './link-form.tsx'
import { MailboxNote, MailboxNoteSpace } from './mailbox-note.tsx'
import { TryOutCard } from './try-card.tsx'
import styles from './sign-in.module.css'

/**
 * Renders the screen at /, /signin and /signup, on which the user requests a sign-in link or signs in with a social
 * provider. After the link was sent, the user can type the code from the mail instead.
 */
export function SignIn() {
  const { t } = useTranslation('sign-in')
  const { state } = useLocation()
  const [sent, setSent] = useState(loadSentSignInLink)
  /** How often the way by mail became the one to go. */
  const [returns, setReturns] = useState(0)
  const [isLinkDamaged, setLinkDamaged] = useState(state === DAMAGED_LINK_STATE)
  /** The previous address, which may only have a typo. */
  const [before, setBefore] = useState((isLinkDamaged && rememberedEmail()) || '')

  // Preloaded while the address is being typed, so that the next view does not wait for the network.
  useEffect(() => void checkEmail.load().catch(() => {}), [])

  useEffect(() => {
    const farewell = takeFarewell()
    if (farewell !== null) showSignedOut(farewell)
  }, [])

  function change(next: SentSignInLink | null) {
    setSent(next)
    setLinkDamaged(false)
  }

  function countWrongCode(next: SentSignInLink) {
    saveSentSignInLink(next)
    change(next)
  }

  const goByMail = () => setReturns(count => count + 1)

  function changeAddress(old: string) {
    forgetSentSignInLink()
    setBefore(old)
    goByMail()
    change(null)
  }

  return (
    <SignInCover
      title={sent === null ? t('title') : t('sent.title')}
      about={sent === null ? t('what') : undefined}
    >
      {isLinkDamaged && (
        <p role="alert" className={styles.alarm}>
          <Icon name="alert" />
          {t(sent === null ? 'confirm.damagedElsewhere' : 'confirm.damaged')}
        </p>
      )}
      {sent === null ? (
        <>
          <RequestLinkForm
            initial={before}
            focusCount={returns + Number(state === FOCUS_FIELD_STATE)}
            onSent={change}
          />
          <div className={styles.social}>
            <Suspense>
              <SocialButtons onUnproven={goByMail} />
            </Suspense>
          </div>
        </>
      ) : (
        <Suspense>
          <checkEmail.View
            sent={sent}
            onSentAgain={change}
            onWrongCode={() => countWrongCode({ ...sent, wrongCodes: sent.wrongCodes + 1 })}
            onOtherAddress={() => changeAddress(sent.email)}
          />
        </Suspense>
      )}
      <MailboxNoteSpace>
        <Suspense>
          <MailboxHint>{at => <MailboxNote at={at} />}</MailboxHint>
        </Suspense>
      </MailboxNoteSpace>
      {sent === null && <TryOutCard label={t('tryOut')} />}
      <p className={styles.legal}>
        <Link to="/terms">{t('terms')}</Link>
        <Link to="/privacy">{t('privacy')}</Link>
      </p>
    </SignInCover>
  )
}

const checkEmail = createLazyComponent(async () => ({
  default: (await import('./check-email.tsx')).CheckEmailPanel,
}))

// Depends on the server's settings, so it loads after the form; if it fails, sign-in by mail remains.
const SocialButtons = optional(async () => (await import('./social-buttons.tsx')).SocialButtons)
const MailboxHint = optional(async () => (await import('./mailbox-hint.tsx')).MailboxHint)

function optional<Props>(load: () => Promise<ComponentType<Props>>) {
  const nothing: ComponentType<Props> = () => null
  return lazy(async () => ({ default: await load().catch(() => nothing) }))
}
