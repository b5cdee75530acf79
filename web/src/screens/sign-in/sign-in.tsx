import {
  lazy,
  startTransition,
  Suspense,
  useEffect,
  useState,
  type ComponentType,
  useRef,
  type SubmitEvent,
  type ReactNode,
} from 'react'
import { useTranslation } from 'react-i18next'
import { preloadWhenIdle } from '#web/concurrency/when-idle.ts'
import { Link } from '#web/navigation/link.tsx'
import { takeSignOutMessage, requestSignInLink } from '#web/identity/sign-in.ts'
import {
  forgetSentSignInLink,
  loadSentSignInLink,
  loadSentLinkEmail,
  saveSentSignInLink,
  type SentSignInLink,
} from '#web/identity/sent-sign-in-link.ts'
import { SignInLayout, SignInLayoutHeading } from '#web/kit/sign-in-layout.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { LegalLinks } from '#web/kit/page.tsx'
import { showNeutralToast } from '#web/kit/toast/show-toast.tsx'
import { FOCUS_FIELD_STATE, type FailedLinkState } from '#web/navigation/navigate.ts'
import { useLocation } from '#web/navigation/use-location.tsx'
import button from '#web/kit/button.module.css'
import styles from './sign-in.module.css'
import { Button } from '#web/kit/button.tsx'
import { EmailInput, useEmailField } from '#web/kit/fields/email-field.tsx'
import { getCurrentLanguage } from '#web/language/language.ts'
import { useReportSignInFailure, type SignInFailureMessage } from './sign-in-failure.ts'
import { isLocalhost } from '#web/device/is-localhost.ts'
import { classNames } from '#web/kit/class-names.ts'

export function SignInScreen() {
  const { t } = useTranslation('sign-in')
  const { state } = useLocation()
  const [sent, setSent] = useState(loadSentSignInLink)
  const [returns, setReturns] = useState(0)
  const [failedLink, setFailedLink] = useState((state as Partial<FailedLinkState> | null)?.failedLink ?? null)
  const [before, setBefore] = useState((failedLink && (failedLink.email ?? loadSentLinkEmail())) ?? '')

  // Preloaded while the address is being typed, so that the next view does not wait for the network.
  useEffect(() => preloadWhenIdle([loadCheckEmail]), [])

  useEffect(() => {
    const farewell = takeSignOutMessage()
    if (farewell !== null) showNeutralToast(farewell)
  }, [])

  function change(next: SentSignInLink | null) {
    // The message about a failed link must not return after a reload.
    history.replaceState(null, '')
    startTransition(() => {
      setSent(next)
      setFailedLink(null)
    })
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
    <SignInLayout
      title={sent === null ? t('title') : t('sent.title')}
      about={sent === null ? t('what') : undefined}
    >
      {failedLink !== null && (
        // A toast has told that a link was refused.
        <p role={failedLink.email === null ? 'alert' : undefined} className={styles.alarm}>
          <Icon name="alert" />
          {failedLink.email !== null && t('confirm.refused')}
          {failedLink.email === null && t(sent === null ? 'confirm.damagedElsewhere' : 'confirm.damaged')}
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
              <SocialSignInButtons onUnproven={goByMail} />
            </Suspense>
          </div>
        </>
      ) : (
        <CheckEmailPanel
          sent={sent}
          onSentAgain={change}
          onWrongCode={() => countWrongCode({ ...sent, wrongCodes: sent.wrongCodes + 1 })}
          onOtherAddress={() => changeAddress(sent.email)}
        />
      )}
      <MailboxNoteSpace>
        <Suspense>
          <SimulatedMailboxHint>{at => <MailboxNote at={at} />}</SimulatedMailboxHint>
        </Suspense>
      </MailboxNoteSpace>
      {sent === null && <TryOutCard label={t('tryOut')} />}
      <LegalLinks />
    </SignInLayout>
  )
}

const loadCheckEmail = async () => ({ default: (await import('./check-email.tsx')).CheckEmailPanel })
const CheckEmailPanel = lazy(loadCheckEmail)

// Depends on the server's settings, so it loads after the form; if it fails, sign-in by mail remains.
const SocialSignInButtons = optional(async () => (await import('./social-buttons.tsx')).SocialSignInButtons)
const SimulatedMailboxHint = optional(async () => (await import('./social-buttons.tsx')).SimulatedMailboxHint)

function optional<Props>(load: () => Promise<ComponentType<Props>>) {
  const nothing: ComponentType<Props> = () => null
  return lazy(async () => ({ default: await load().catch(() => nothing) }))
}

type LinkFormProps = {
  initial: string
  onSent: (sent: SentSignInLink) => void
  /** Each increase focuses the email field. */
  focusCount: number
}

function RequestLinkForm({ initial, onSent, focusCount }: LinkFormProps) {
  const { t } = useTranslation('sign-in')
  const tellFailure = useReportSignInFailure()
  const email = useEmailField(initial)
  const input = useRef<HTMLInputElement>(null)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<SignInFailureMessage | null>(null)

  // One press less (rule JB6). A phone's keyboard would cover the page, if it came at all.
  useEffect(() => {
    if (document.activeElement !== document.body || !window.matchMedia('(hover: hover)').matches) return
    // Scrolled on the screen before: useScreenTitleAndFocus scrolls up only if it focuses the heading.
    if (window.scrollY === 0) input.current?.focus({ preventScroll: true })
  }, [])

  useEffect(() => {
    if (focusCount === 0) return
    input.current?.focus()
    // Selected, so that typing replaces the address; a press or an arrow key edits it.
    input.current?.select()
  }, [focusCount])

  async function send(event: SubmitEvent) {
    event.preventDefault()
    setFailure(null)
    if (!email.check()) return input.current?.focus()
    setSending(true)
    const asked = await requestSignInLink(email.value.trim(), getCurrentLanguage())
    setSending(false)
    if (asked.kind === 'sent') return onSent(asked.sent)
    setFailure(tellFailure(asked.problem, 'address'))
  }

  return (
    <form className={styles.form} noValidate onSubmit={event => void send(event)}>
      <SignInLayoutHeading hidden>{t('title')}</SignInLayoutHeading>
      <EmailInput
        ref={input}
        field={email}
        label={t('email')}
        failure={failure === null ? undefined : t(failure.key, failure)}
        isFailureOfAddress={failure?.key === 'failure.emailRefused'}
      />
      <Button type="submit" variant="main" size="wide" className={styles.cta} busy={isSending}>
        {t('send')}
      </Button>
    </form>
  )
}

/** Draws its preview in CSS, because the try-out's components are loaded only after a press (rule SG23). */
function TryOutCard({ label }: { label: string }) {
  const [isOpening, setOpening] = useState(false)
  return (
    <Link
      to="/try"
      className={styles.card}
      aria-busy={isOpening}
      onClick={event => setOpening(!event.ctrlKey && !event.metaKey)}
    >
      <b translate="no" aria-hidden="true">
        120
      </b>
      <i />
      <span className={classNames(button.button, button.main, button.wide)}>
        <Icon name="play" />
        {label}
      </span>
    </Link>
  )
}

function MailboxNote({ at }: { at: 'link' | 'terminal' }) {
  const { t } = useTranslation('sign-in')
  return (
    <p className={classNames(styles.small, styles.mailbox)}>
      {at === 'terminal' ? (
        t('mailbox.terminal')
      ) : (
        <>
          {t('mailbox.kept')}{' '}
          <a href="/dev/mailbox" target="dacapo-mailbox">
            {t('mailbox.open')}
          </a>
        </>
      )}
    </p>
  )
}

/** On localhost, reserves space for the note that `children` show after a server response (rule UI66). */
function MailboxNoteSpace({ children }: { children: ReactNode }) {
  if (!isLocalhost()) return children
  return (
    <div className={styles.mailboxPlace}>
      <MailboxNote at="terminal" />
      {children}
    </div>
  )
}
