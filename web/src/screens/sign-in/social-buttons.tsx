import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { PROVIDER_DISPLAY_NAMES, type SocialProvider } from '#core/protocol/sign-in.ts'
import { useServerSettings } from '#web/api/server-settings.ts'
import { useIdentity } from '#web/identity/user-identity.ts'
import {
  isSignedInOutcome,
  openSocialSignIn,
  socialSignInReturn,
  type SocialSignInOutcome,
} from '#web/identity/social-sign-in.ts'
import { ProviderLogo } from './provider-logo.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { Icon } from '#web/kit/icon.tsx'
import { showError } from '#web/kit/toast/show-toast.tsx'
import styles from './social-buttons.module.css'

type Props = {
  /**
   * Called if the provider has not verified the email address or the account already exists, so that only the sign-in
   * link remains.
   */
  onUnproven: () => void
}

/** The message to show if the user can sign in only by mail. */
type Told = { provider: SocialProvider; key: 'social.unproven' | 'social.exists' | 'failure.foreignOrigin' }

/** Renders the buttons that sign in with Google, Facebook or X (Twitter), as far as the server supports them. */
export function SocialButtons({ onUnproven }: Props) {
  const { t } = useTranslation('sign-in')
  const { t: common } = useTranslation()
  const identity = useIdentity()
  const settings = useServerSettings()
  const isOnline = useSyncExternalStore(listenToNetwork, () => navigator.onLine)
  const noteId = useId()
  const attempts = useRef(0)
  const popup = useRef<Window>(null)
  const [busy, setBusy] = useState<SocialProvider | null>(null)
  const [told, setTold] = useState<Told | null>(null)

  useEffect(() => {
    const returned = socialSignInReturn()
    if (returned !== null && !isSignedInOutcome(returned.outcome))
      tell(returned.provider, { kind: returned.outcome })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once, because a return is handled once
  }, [])

  async function signIn(provider: SocialProvider) {
    if (!navigator.onLine) return
    if (busy === provider && popup.current?.closed === false) return popup.current.focus()
    setTold(null)
    // Opened inside the click handler, or browsers block it; null if one is blocked all the same.
    popup.current = window.open('/auth/start.html', 'dacapo-sign-in', 'popup,width=480,height=680')
    attempts.current += 1
    const attempt = attempts.current
    setBusy(provider)
    const hear = (end: SocialSignInOutcome) => {
      // Another button may have reused the popup.
      if (attempt === attempts.current) tell(provider, end)
    }
    const end = await openSocialSignIn(identity, provider, popup.current, hear)
    if (attempt === attempts.current) setBusy(null)
    hear(end)
  }

  function tell(provider: SocialProvider, end: SocialSignInOutcome) {
    switch (end.kind) {
      case 'signed-in':
      case 'left':
        return
      case 'closed':
        return showError(t('social.closed'))
      case 'cancelled':
        return showError(t('social.cancelled'))
      case 'email-unproven':
      case 'account-exists':
        setTold({ provider, key: end.kind === 'account-exists' ? 'social.exists' : 'social.unproven' })
        return onUnproven()
      case 'unreachable':
        if (end.problem.kind === 'problem' && end.problem.code === 'foreign-origin')
          return setTold({ provider, key: 'failure.foreignOrigin' })
        return showError(common('toast.error'))
      default:
        return showError(common('toast.error'))
    }
  }

  if (settings === null || settings.providers.length === 0) return null
  return (
    <>
      <div className={styles.row}>
        <p id={noteId} className={classNames(styles.small, !isOnline && styles.alarm)}>
          {isOnline ? t('social.or') : t('social.offline')}
        </p>
        {settings.providers.map(provider => (
          <button
            key={provider}
            type="button"
            className={styles.button}
            aria-label={t(`social.${provider}`)}
            aria-busy={busy === provider || undefined}
            aria-disabled={!isOnline || undefined}
            aria-describedby={isOnline ? undefined : noteId}
            onClick={() => void signIn(provider)}
          >
            <ProviderLogo of={provider} className={styles.sign} />
          </button>
        ))}
      </div>
      {told !== null && (
        <p className={classNames(styles.alarm, styles.unproven)} role="alert">
          <Icon name="alert" />
          {t(told.key, { provider: PROVIDER_DISPLAY_NAMES[told.provider] })}
        </p>
      )}
    </>
  )
}

function listenToNetwork(changed: () => void) {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
