import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { navigate, DAMAGED_LINK_STATE } from '#web/navigation/navigate.ts'
import { Redirect } from '#web/navigation/link.tsx'
import { useIdentity, useSession } from '#web/identity/user-identity.ts'
import { forgetSentSignInLink, rememberedEmail } from '#web/identity/sign-in.ts'
import { SignInCover, SignInCoverHeading } from '#web/kit/cover.tsx'
import { LoadingIndicator } from '#web/kit/spinner.tsx'
import { showError } from '#web/kit/toast/show-toast.tsx'
import { AskEmailForm } from './ask-email-form.tsx'
import { redeemSignInLinkOnce } from './redeem-sign-in-link-once.ts'
import { classifyConfirmFailure, type RetryableConfirmFailure } from './classify-confirm-failure.ts'
import { storeOpenedSignInLink, readOpenedSignInLink, type OpenedSignInLink } from './opened-sign-in-link.ts'
import { RetryPanel } from './retry-panel.tsx'
import { SomebodyElsesLink } from './somebody-elses-link.tsx'
import styles from './confirm.module.css'

/**
 * Renders the screen that a sign-in link opens. It signs in immediately if this browser knows the email address, and
 * otherwise asks for the address (spec 2 and 4). If somebody is signed in already, it asks what to do first.
 */
export function SignInLinkScreen() {
  const { t } = useTranslation('sign-in')
  const [link] = useState(readOpenedSignInLink)

  if (link === null) return <Redirect to="/" />
  if (link === 'damaged') return <Redirect to="/signin" state={DAMAGED_LINK_STATE} />
  return (
    <SignInCover title={t('confirm.title')}>
      <ConfirmLink link={link} />
    </SignInCover>
  )
}

type Phase =
  | { readonly kind: 'asking'; readonly email: string; readonly isRefused: boolean }
  | { readonly kind: 'confirming' }
  | {
      readonly kind: 'stuck'
      readonly email: string
      readonly trouble: RetryableConfirmFailure
      readonly isTrying: boolean
    }

function ConfirmLink({ link }: { link: OpenedSignInLink }) {
  const { t } = useTranslation('sign-in')
  const identity = useIdentity()
  const session = useSession()
  const user = 'user' in session && session.kind !== 'ended' ? session.user : null
  /** Whether the link may replace the user who is signed in. */
  const [isSwitching, setSwitching] = useState(false)
  const [known] = useState(() => link.email ?? rememberedEmail())
  const [signsInAtOnce] = useState(known !== null && user === null)
  const [phase, setPhase] = useState<Phase>(
    signsInAtOnce ? { kind: 'confirming' } : { kind: 'asking', email: known ?? '', isRefused: false },
  )

  async function confirm(email: string) {
    storeOpenedSignInLink({ token: link.token, email })
    const confirmed = await redeemSignInLinkOnce(identity, email, link.token)
    if (confirmed.kind === 'signed-in') return navigate('/practice', { replace: true })
    const verdict = classifyConfirmFailure(confirmed.problem, navigator.onLine)
    switch (verdict.kind) {
      case 'link-failed':
        // The link is still good, since the server has told whose it is.
        if (isSwitching) {
          showError(t('confirm.failed'))
          return setPhase({ kind: 'asking', email, isRefused: false })
        }
        // The link may belong to another address, so the next attempt asks for it. And the message offers a new link, so
        // the sign-in form is shown and not the wait for this one.
        forgetSentSignInLink()
        showError(t('confirm.failed'))
        return navigate('/signin', { replace: true })
      case 'email-refused':
        return setPhase({ kind: 'asking', email, isRefused: true })
      default:
        return setPhase({ kind: 'stuck', email, trouble: verdict, isTrying: false })
    }
  }

  useEffect(() => {
    storeOpenedSignInLink(link)
    if (signsInAtOnce && known !== null) void confirm(known)
    // Runs once on mount.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  if (user !== null && phase.kind === 'asking' && !isSwitching)
    return <SomebodyElsesLink token={link.token} user={user} onSwitch={() => setSwitching(true)} />

  switch (phase.kind) {
    case 'confirming':
      return (
        <div className={styles.loading}>
          <SignInCoverHeading hidden>{t('confirm.title')}</SignInCoverHeading>
          <LoadingIndicator label={t('confirm.working')} />
        </div>
      )
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
