import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate } from 'react-router'
import { forgetEmail, rememberedEmail } from '#web/identity/remembered-email.ts'
import { saveSentLink } from '#web/identity/sent-link.ts'
import { Cover, CoverHeading } from '#web/kit/cover.tsx'
import { Loader } from '#web/kit/spinner.tsx'
import { showError } from '#web/kit/toast.tsx'
import { AskEmail } from './ask-email.tsx'
import { confirmOnce } from './confirm-once.ts'
import styles from './confirm.module.css'

/** Where the link of the mail leads: signs in with the remembered address, or asks for it first (spec 2 and 4). */
export function Confirm() {
  const { t } = useTranslation('sign-in')
  const [token] = useState(tokenInAddress)

  if (token === null) return <Navigate to="/" replace />
  return (
    <Cover title={t('confirm.title')}>
      <ConfirmToken token={token} />
    </Cover>
  )
}

function ConfirmToken({ token }: { token: string }) {
  const { t } = useTranslation('sign-in')
  const navigate = useNavigate()
  const [remembered] = useState(rememberedEmail)
  const [phase, setPhase] = useState<'asking' | 'confirming'>(remembered === null ? 'asking' : 'confirming')
  const [isOffline, setOffline] = useState(false)

  // The token is worth a sign-in: it must not stay in the address bar, the history or a screenshot.
  useEffect(() => window.history.replaceState(window.history.state, '', '/confirm'), [])

  async function confirm(email: string) {
    setPhase('confirming')
    const confirmed = await confirmOnce(email, token)
    if (confirmed.kind === 'signed-in') return navigate('/practice', { replace: true })
    // Without a network nothing was tried: the link is still good, and so is another press.
    if (confirmed.problem.kind === 'offline') {
      setOffline(true)
      return setPhase('asking')
    }
    // It may have been another address's link: the next try asks instead of failing the same way.
    forgetEmail()
    // What is said next is to send a new one, so the form stands there, not the wait for this one.
    saveSentLink(null)
    showError(t('confirm.failed'))
    return navigate('/signin', { replace: true })
  }

  useEffect(() => {
    if (remembered !== null) void confirm(remembered)
    // Once, when the screen is entered.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  if (phase === 'confirming') {
    return (
      <div className={styles.loading}>
        <CoverHeading hidden>{t('confirm.title')}</CoverHeading>
        <Loader label={t('confirm.working')} />
      </div>
    )
  }
  return <AskEmail initial={remembered ?? ''} isOffline={isOffline} onEmail={email => void confirm(email)} />
}

function tokenInAddress(): string | null {
  const token = new URLSearchParams(window.location.search).get('token')
  return token === '' ? null : token
}
