import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { SocialProvider } from '#core/social-provider.ts'
import { useServerSettings } from '#web/api/use-server-settings.ts'
import { signInWith, type SocialEnd } from '#web/identity/social.ts'
import { socialReturn } from '#web/identity/social-return.ts'
import { BrandIcon } from '#web/kit/brand-icon.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { Icon } from '#web/kit/icon.tsx'
import { showError } from '#web/kit/toast.tsx'
import styles from './social-buttons.module.css'

type Props = {
  /** The way by e-mail link is the one that is left. */
  onUnproven: () => void
}

/** Signing in with Google, Facebook or X (Twitter), as far as the server is set up for it. */
export function SocialButtons({ onUnproven }: Props) {
  const { t } = useTranslation('sign-in')
  const { t: common } = useTranslation()
  const settings = useServerSettings()
  const isOnline = useSyncExternalStore(listenToNetwork, () => navigator.onLine)
  const noteId = useId()
  const attempts = useRef(0)
  const popup = useRef<Window>(null)
  const [busy, setBusy] = useState<SocialProvider | null>(null)
  const [unproven, setUnproven] = useState<SocialProvider | null>(null)

  useEffect(() => {
    const returned = socialReturn()
    if (returned !== null && returned.outcome !== 'signed-in' && returned.outcome !== 'created')
      tell(returned.provider, { kind: returned.outcome })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: who has come back, has come back
  }, [])

  async function signIn(provider: SocialProvider) {
    if (!navigator.onLine) return
    if (busy === provider && popup.current?.closed === false) return popup.current.focus()
    setUnproven(null)
    // Within the click, or browsers block it; null where they do all the same.
    popup.current = window.open('/auth/start.html', 'dacapo-sign-in', 'popup,width=480,height=680')
    attempts.current += 1
    const attempt = attempts.current
    setBusy(provider)
    const hear = (end: SocialEnd) => {
      // Another button may have taken the popup over.
      if (attempt === attempts.current) tell(provider, end)
    }
    const end = await signInWith(provider, popup.current, hear)
    if (attempt === attempts.current) setBusy(null)
    hear(end)
  }

  function tell(provider: SocialProvider, end: SocialEnd) {
    switch (end.kind) {
      case 'signed-in':
      case 'left':
        return
      case 'closed':
        return showError(t('social.closed'))
      case 'cancelled':
        return showError(t('social.cancelled'))
      case 'email-unproven':
        setUnproven(provider)
        return onUnproven()
      case 'failed':
      case 'unreachable':
        return showError(common('toast.error'))
    }
  }

  if (settings === null) return null
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
            <BrandIcon of={provider} className={styles.sign} />
          </button>
        ))}
      </div>
      {unproven !== null && (
        <p className={classNames(styles.alarm, styles.unproven)} role="alert">
          <Icon name="alert" />
          {t('social.unproven', { provider: NAME_OF[unproven] })}
        </p>
      )}
    </>
  )
}

const NAME_OF: Readonly<Record<SocialProvider, string>> = {
  google: 'Google',
  facebook: 'Facebook',
  twitter: 'X (Twitter)',
}

function listenToNetwork(changed: () => void) {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
