import { useEffect, useEffectEvent, useState, useRef, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { navigate, type FailedLinkState } from '#web/navigation/navigate.ts'
import { Redirect } from '#web/navigation/link.tsx'
import { useIdentityService, useSignInState, type User } from '#web/identity/identity-service.ts'
import { confirmSignIn } from '#web/identity/sign-in.ts'
import { forgetSentSignInLink, loadSentLinkEmail } from '#web/identity/sent-sign-in-link.ts'
import { SignInLayout, SignInLayoutHeading } from '#web/kit/sign-in-layout.tsx'
import { LoadingIndicator } from '#web/kit/spinner.tsx'
import { showErrorToast, showSuccessToast } from '#web/kit/toast/show-toast.tsx'
import { classifySignInLinkFailure, type RetryableSignInLinkFailure } from './sign-in-failure.ts'
import { readOpenedSignInLink, moveSignInLinkToHistoryState, type OpenedSignInLink } from './sign-in-link.ts'
import styles from './sign-in.module.css'
import { Button } from '#web/kit/button.tsx'
import { EmailInput, useEmailField } from '#web/kit/fields/email-field.tsx'
import { maskEmail } from '#core/protocol/sign-in.ts'
import { postSignInLinkOwner } from '#core/protocol/operations.ts'
import { call } from '#web/api/call.ts'
import { thenWhileMounted } from '#web/concurrency/waiting.ts'
import { PartlyTranslated } from '#web/language/partly-translated.tsx'

export function SignInLinkScreen() {
  const { t } = useTranslation('sign-in')
  const [link] = useState(readOpenedSignInLink)

  if (link === null) return <Redirect to="/" />
  if (link === 'damaged') return <Redirect to="/signin" state={failedLinkState(null)} />
  return (
    <SignInLayout title={t('confirm.title')}>
      <ConfirmLink link={link} />
    </SignInLayout>
  )
}

const failedLinkState = (email: string | null): FailedLinkState => ({ failedLink: { email } })

type Phase =
  | { readonly kind: 'asking'; readonly email: string; readonly isRefused: boolean }
  | { readonly kind: 'confirming' }
  | {
      readonly kind: 'stuck'
      readonly email: string
      readonly trouble: RetryableSignInLinkFailure
      readonly isTrying: boolean
    }

function ConfirmLink({ link }: { link: OpenedSignInLink }) {
  const { t } = useTranslation('sign-in')
  const identity = useIdentityService()
  const session = useSignInState()
  const user = 'user' in session && session.kind !== 'ended' ? session.user : null
  const [isSwitching, setSwitching] = useState(false)
  const [known] = useState(() => link.email ?? loadSentLinkEmail())
  const [signsInAtOnce] = useState(known !== null && user === null)
  const [phase, setPhase] = useState<Phase>(
    signsInAtOnce ? { kind: 'confirming' } : { kind: 'asking', email: known ?? '', isRefused: false },
  )

  async function confirm(email: string) {
    moveSignInLinkToHistoryState({ token: link.token, email })
    const confirmed = await confirmSignIn(identity, { email, token: link.token })
    if (confirmed.kind === 'signed-in') return navigate('/practice', { replace: true })
    const verdict = classifySignInLinkFailure(confirmed.problem, navigator.onLine)
    switch (verdict.kind) {
      case 'link-failed':
        // The link is still valid, because the server has just found its owner.
        if (isSwitching) {
          showErrorToast(t('confirm.failed'))
          return setPhase({ kind: 'asking', email, isRefused: false })
        }
        // The link may belong to another address, and the message offers a new one: the form is shown, not the wait.
        forgetSentSignInLink()
        showErrorToast(t('confirm.failed'))
        return navigate('/signin', { replace: true, state: failedLinkState(email) })
      case 'email-refused':
        return setPhase({ kind: 'asking', email, isRefused: true })
      default:
        return setPhase({ kind: 'stuck', email, trouble: verdict, isTrying: false })
    }
  }

  // The server rejects the second use of a link, and development runs effects twice.
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    moveSignInLinkToHistoryState(link)
    if (signsInAtOnce && known !== null) void confirm(known)
    // Runs once on mount.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  if (user !== null && phase.kind === 'asking' && !isSwitching)
    return <SomebodyElsesLink token={link.token} user={user} onSwitch={() => setSwitching(true)} />

  switch (phase.kind) {
    case 'confirming':
      return <Loading title={t('confirm.title')} label={t('confirm.working')} />
    case 'asking':
      return (
        <AskEmailForm
          initial={phase.email}
          isRefused={phase.isRefused}
          onEmail={email => {
            setPhase({ kind: 'confirming' })
            void confirm(email)
          }}
        />
      )
    case 'stuck':
      return (
        <RetryPanel
          email={phase.email}
          trouble={phase.trouble}
          isTrying={phase.isTrying}
          onTryAgain={() => {
            setPhase({ ...phase, isTrying: true })
            void confirm(phase.email)
          }}
        />
      )
  }
}

const Loading = ({ title, label }: { title: string; label: string }) => (
  <div className={styles.loading}>
    <SignInLayoutHeading hidden>{title}</SignInLayoutHeading>
    <LoadingIndicator label={label} />
  </div>
)

type AskEmailProps = {
  initial: string
  isRefused: boolean
  onEmail: (email: string) => void
}

function AskEmailForm({ initial, isRefused, onEmail }: AskEmailProps) {
  const { t } = useTranslation('sign-in')
  const email = useEmailField(initial)
  const input = useRef<HTMLInputElement>(null)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (email.check()) onEmail(email.value.trim())
    else input.current?.focus()
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <SignInLayoutHeading>{t('confirm.ask')}</SignInLayoutHeading>
      {!isRefused && <p className={styles.why}>{t('confirm.why')}</p>}
      <EmailInput
        ref={input}
        field={email}
        label={t('email')}
        failure={isRefused ? t('failure.emailRefused') : undefined}
      />
      <Button type="submit" variant="main" size="wide" className={styles.cta}>
        {t('confirm.confirm')}
      </Button>
    </form>
  )
}

type RetryProps = {
  email: string
  trouble: RetryableSignInLinkFailure
  isTrying: boolean
  onTryAgain: () => void
}

function RetryPanel({ email, trouble, isTrying, onTryAgain }: RetryProps) {
  const { t } = useTranslation('sign-in')
  const again = useRef<HTMLButtonElement>(null)

  // The focused element was removed with the form or the loading animation.
  useEffect(() => again.current?.focus(), [])

  return (
    <div className={styles.form}>
      <SignInLayoutHeading>{t('confirm.stuck')}</SignInLayoutHeading>
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

/** A pupil who opens a sign-in link on a teacher's computer must not practice in the teacher's account. */
function SomebodyElsesLink({ token, user, onSwitch }: { token: string; user: User; onSwitch: () => void }) {
  const { t } = useTranslation('sign-in')
  const as = maskEmail(user.email)
  /** The link owner's masked email address; undefined until the server answers, null if it cannot tell. */
  const [owner, setOwner] = useState<string | null>()

  // Once for each link: the texts may change while the screen that `stay` asks for is loading.
  const ask = useEffectEvent((token: string, userId: string) => {
    const asked = call(postSignInLinkOwner, { userId, body: { token } })
    return thenWhileMounted(asked, answer => {
      const isUsedUp = answer.kind === 'problem' && answer.code === 'link-invalid'
      if (isUsedUp) showSuccessToast(t('confirm.foreign.usedUp', { as }))
      const owner = answer.kind === 'answer' ? answer.body : null
      if (isUsedUp || owner?.isYours) return stay()
      setOwner(owner?.email ?? null)
    })
  })
  useEffect(() => ask(token, user.id), [token, user.id])

  if (owner === undefined)
    return <Loading title={t('confirm.foreign.title')} label={t('confirm.foreign.looking')} />
  return (
    <div className={styles.form}>
      <SignInLayoutHeading>{t('confirm.foreign.title')}</SignInLayoutHeading>
      <p className={styles.address} role="status">
        <PartlyTranslated
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
        <PartlyTranslated
          text={
            owner === null ? t('confirm.foreign.switchUnknown') : t('confirm.foreign.switch', { to: owner })
          }
        />
      </Button>
    </div>
  )
}

const stay = () => navigate('/practice', { replace: true })
