import { useEffect, useRef, useState, type RefObject, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_CODE_ATTEMPTS, SIGN_IN_CODE_LENGTH } from '#core/protocol/sign-in.ts'
import { confirmSignIn, requestSignInLink } from '#web/identity/sign-in.ts'
import { type SentSignInLink, isSignInCodeExpired } from '#web/identity/sent-sign-in-link.ts'
import { Button } from '#web/kit/button.tsx'
import { SignInLayoutHeading } from '#web/kit/sign-in-layout.tsx'
import { Icon } from '#web/kit/icon.tsx'
import hiddenStyles from '#web/kit/visually-hidden.module.css'
import styles from './sign-in.module.css'
import { navigate } from '#web/navigation/navigate.ts'
import { useIdentityService } from '#web/identity/identity-service.ts'
import { extractSignInCodeDigits } from '#web/kit/fields/code-digits.ts'
import { TextField } from '#web/kit/fields/field.tsx'
import { useReportSignInFailure, type SignInFailureMessage } from './sign-in-failure.ts'
import { getCurrentLanguage } from '#web/language/language.ts'

type Props = {
  sent: SentSignInLink
  onSentAgain: (sent: SentSignInLink) => void
  onWrongCode: () => void
  onOtherAddress: () => void
}

export function CheckEmailPanel({ sent, onSentAgain, onWrongCode, onOtherAddress }: Props) {
  const { t } = useTranslation('sign-in')
  const code = useRef<HTMLInputElement>(null)
  const isUsedUp = sent.wrongCodes >= MAX_CODE_ATTEMPTS

  // The focused form was removed. "Send again" keeps the focus.
  useEffect(() => code.current?.focus(), [])

  return (
    <>
      <div id="sent" className={styles.form}>
        <SignInLayoutHeading>
          <Icon name="mail" />
          {t('sent.title')}
        </SignInLayoutHeading>
        <p>
          {t('sent.to')}{' '}
          <b className={styles.address} translate="no">
            {sent.email}
          </b>{' '}
          {t(isUsedUp ? 'sent.onlyLink' : 'sent.click')}
        </p>
      </div>
      <SignInCodeForm key={sent.at} input={code} sent={sent} isUsedUp={isUsedUp} onWrong={onWrongCode} />
      <p className={styles.small}>{t('sent.spam')}</p>
      <SendAgainButton sent={sent} onSentAgain={onSentAgain} />
      <Button variant="line" size="wide" className={styles.other} onClick={onOtherAddress}>
        {t('sent.otherAddress')}
      </Button>
    </>
  )
}

type CodeFault = { key: `code.${'incomplete' | 'wrong' | 'tooOld' | 'usedElsewhere'}`; seconds: 0 }

type CodeFormProps = {
  input: RefObject<HTMLInputElement | null>
  sent: SentSignInLink
  isUsedUp: boolean
  onWrong: () => void
}

function SignInCodeForm({ input, sent, isUsedUp, onWrong }: CodeFormProps) {
  const { t } = useTranslation('sign-in')
  const tellFailure = useReportSignInFailure()
  const identity = useIdentityService()
  const [code, setCode] = useState('')
  const [isChecking, setChecking] = useState(false)
  const [fault, setFault] = useState<CodeFault | SignInFailureMessage | null>(null)

  // The last digit submits, as the hint says beforehand (WCAG 3.2.2). A seventh changes nothing and costs no attempt.
  function type(typed: string) {
    const digits = extractSignInCodeDigits(typed)
    setCode(digits)
    setFault(null)
    if (digits.length === SIGN_IN_CODE_LENGTH && digits !== code) void check(digits)
  }

  async function check(digits: string) {
    if (isChecking) return
    if (digits.length < SIGN_IN_CODE_LENGTH) {
      setFault({ key: 'code.incomplete', seconds: 0 })
      return input.current?.focus()
    }
    setChecking(true)
    const confirmed = await confirmSignIn(identity, { email: sent.email, code: digits })
    setChecking(false)
    if (confirmed.kind === 'signed-in') return navigate('/practice')
    const { problem } = confirmed
    if (problem.kind === 'problem' && problem.code === 'link-used')
      return setFault({ key: 'code.usedElsewhere', seconds: 0 })
    if (problem.kind === 'problem' && problem.code === 'link-invalid') {
      input.current?.focus()
      input.current?.select()
      if (isSignInCodeExpired(sent)) return setFault({ key: 'code.tooOld', seconds: 0 })
      onWrong()
      return setFault({ key: 'code.wrong', seconds: 0 })
    }
    setFault(tellFailure(problem, 'code'))
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    void check(code)
  }

  if (isUsedUp) return <UsedUp />

  return (
    <form className={styles.codeRow} noValidate aria-labelledby="sent" onSubmit={submit}>
      <TextField
        ref={input}
        look="cover"
        label={t('code.label')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="······"
        value={code}
        hint={t('code.hint')}
        aria-invalid={fault?.key.startsWith('code.') ?? false}
        error={
          fault === null
            ? undefined
            : t(fault.key, { count: MAX_CODE_ATTEMPTS - sent.wrongCodes, seconds: fault.seconds })
        }
        readOnly={isChecking}
        className={styles.codeField}
        inputClassName={styles.code}
        onChange={event => type(event.target.value)}
      />
      <Button type="submit" variant="main" className={styles.cta} busy={isChecking}>
        {t('code.signIn')}
      </Button>
    </form>
  )
}

function UsedUp() {
  const { t } = useTranslation('sign-in')
  const words = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    if (document.activeElement === document.body) words.current?.focus()
  }, [])

  return (
    <p ref={words} tabIndex={-1} className={styles.alarm} role="alert">
      <Icon name="alert" />
      {t('code.usedUp')}
    </p>
  )
}

/** The wait before another mail can be sent: mails are slow, and a new one invalidates the last code. */
const WAIT_MS = 30_000

type SendAgainMessage =
  | SignInFailureMessage
  | { readonly key: 'again.wait'; readonly count: number }
  | { readonly key: 'again.sent' }

type SendAgainProps = { sent: SentSignInLink; onSentAgain: (sent: SentSignInLink) => void }

function SendAgainButton({ sent, onSentAgain }: SendAgainProps) {
  const { t } = useTranslation('sign-in')
  const tellFailure = useReportSignInFailure()
  const seconds = useSecondsUntil(sent.at + WAIT_MS)
  const [isSending, setSending] = useState(false)
  const [said, setSaid] = useState<SendAgainMessage | null>(null)
  const isSaid = said !== null && !(said.key === 'again.wait' && seconds === 0)

  async function send() {
    if (seconds > 0) return setSaid({ key: 'again.wait', count: seconds })
    setSaid(null)
    setSending(true)
    const asked = await requestSignInLink(sent.email, getCurrentLanguage())
    setSending(false)
    if (asked.kind === 'sent') {
      setSaid({ key: 'again.sent' })
      return onSentAgain(asked.sent)
    }
    setSaid(tellFailure(asked.problem, 'address'))
  }

  return (
    <>
      <Button
        variant="line"
        size="wide"
        className={styles.other}
        busy={isSending}
        aria-disabled={seconds > 0 || undefined}
        onClick={() => void send()}
      >
        <span>
          {t('again.send')}{' '}
          {seconds > 0 && (
            <span aria-hidden="true" className={styles.seconds}>
              {t('again.in', { count: seconds })}
            </span>
          )}
        </span>
      </Button>
      {/* Always mounted, because a live region that appears together with its text is not announced. */}
      <p role="status" className={isSaid ? styles.small : hiddenStyles.hidden}>
        {isSaid && t(said.key, said)}
      </p>
    </>
  )
}

function useSecondsUntil(moment: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(moment))

  useEffect(() => {
    const count = () => {
      const left = secondsUntil(moment)
      setSeconds(left)
      if (left === 0) clearInterval(timer)
    }
    const timer = setInterval(count, 1000)
    count()
    return () => clearInterval(timer)
  }, [moment])

  return seconds
}

// At most as long as the wait, should the device's clock have been set back.
const secondsUntil = (moment: number) => Math.ceil(Math.max(0, Math.min(WAIT_MS, moment - Date.now())) / 1000)
