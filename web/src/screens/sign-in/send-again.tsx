import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SentSignInLink } from '#web/identity/sign-in.ts'
import { requestSignInLink } from '#web/identity/sign-in.ts'
import { Button } from '#web/kit/button.tsx'
import { showError } from '#web/kit/toast/show-toast.tsx'
import { currentLanguage } from '#web/language/language.ts'
import { signInFailureOf, type SignInFailure } from './sign-in-failure.ts'
import { useSecondsUntil } from './use-seconds-until.ts'
import styles from './sign-in.module.css'

/** A mail takes a moment, and a second request would make the first mail's code invalid. */
const WAIT_MS = 30_000

type Said = { kind: 'wait'; seconds: number } | { kind: 'sent' } | { kind: 'failed'; because: SignInFailure }

type Props = { sent: SentSignInLink; onSentAgain: (sent: SentSignInLink) => void }

/**
 * Renders the button that requests the sign-in mail again, at the earliest 30 s after the last mail (rule SG3). The
 * button shows the remaining seconds. Screen readers announce the seconds only if the button is pressed too early.
 */
export function SendAgainButton({ sent, onSentAgain }: Props) {
  const { t } = useTranslation('sign-in')
  const { t: common } = useTranslation()
  const seconds = useSecondsUntil(sent.at + WAIT_MS)
  const [isSending, setSending] = useState(false)
  const [said, setSaid] = useState<Said | null>(null)
  const isOutdated = said?.kind === 'wait' && seconds === 0

  async function send() {
    if (seconds > 0) return setSaid({ kind: 'wait', seconds })
    setSaid(null)
    setSending(true)
    const asked = await requestSignInLink(sent.email, currentLanguage())
    setSending(false)
    if (asked.kind === 'sent') {
      setSaid({ kind: 'sent' })
      return onSentAgain(asked.sent)
    }
    const because = signInFailureOf(asked.problem, 'address')
    if (because?.key !== 'failure.foreignOrigin') showError(common('toast.error'))
    if (because !== null) setSaid({ kind: 'failed', because })
  }

  function sentence(what: Said): string {
    switch (what.kind) {
      case 'wait':
        return t('again.wait', { count: what.seconds })
      case 'sent':
        return t('again.sent')
      case 'failed':
        return t(what.because.key, what.because)
    }
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
        {t('again.send')}
        {seconds > 0 && (
          <span aria-hidden="true" className={styles.seconds}>
            {t('again.in', { count: seconds })}
          </span>
        )}
      </Button>
      {/* Always mounted, because a live region that appears together with its text is not announced. */}
      <p role="status" className={styles.small}>
        {said !== null && !isOutdated && sentence(said)}
      </p>
    </>
  )
}
