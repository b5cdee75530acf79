import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { postSocialSignIn } from '#core/protocol/operations.ts'
import { PROVIDER_DISPLAY_NAMES, type SocialProvider } from '#core/protocol/sign-in.ts'
import { call } from '#web/api/call.ts'
import { useServerSettingsOrNull } from '#web/api/server-settings.ts'
import { useIdentityService } from '#web/identity/identity-service.ts'
import {
  signInAfterSocialOutcome,
  getReturnedSocialSignIn,
  useSocialPopup,
  type SocialPopupResult,
} from '#web/identity/social-sign-in.ts'
import { Icon } from '#web/kit/icon.tsx'
import { showErrorToast } from '#web/kit/toast/show-toast.tsx'
import styles from './sign-in.module.css'

export function SimulatedMailboxHint({ children }: { children: (at: 'link' | 'terminal') => ReactNode }) {
  const mailbox = useServerSettingsOrNull()?.mailbox ?? 'none'
  return mailbox === 'none' ? null : children(mailbox)
}

type Told = { provider: SocialProvider; key: 'social.unproven' | 'social.exists' | 'failure.foreignOrigin' }

export function SocialSignInButtons({ onUnproven }: { onUnproven: () => void }) {
  const { t } = useTranslation('sign-in')
  const { t: common } = useTranslation()
  const identity = useIdentityService()
  const settings = useServerSettingsOrNull()
  const [told, setTold] = useState<Told | null>(null)
  const { busy, visit } = useSocialPopup({
    start: (provider, way, attempt) => call(postSocialSignIn, { body: { provider, way, attempt } }),
    finish: (provider, outcome) => signInAfterSocialOutcome(identity, provider, outcome),
    tell,
  })

  useEffect(() => {
    const returned = getReturnedSocialSignIn()
    if (returned !== null) tell(returned.provider, { kind: returned.outcome })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once, because a return is handled once
  }, [])

  function signIn(provider: SocialProvider) {
    if (!navigator.onLine) return showErrorToast(common('toast.offline'))
    setTold(null)
    visit(provider)
  }

  function tell(provider: SocialProvider, end: SocialPopupResult) {
    switch (end.kind) {
      case 'signed-in':
      case 'created':
      case 'left':
        return
      case 'closed':
        return showErrorToast(t('social.closed'))
      case 'cancelled':
        return showErrorToast(t('social.cancelled'))
      case 'email-unproven':
      case 'account-exists':
        setTold({ provider, key: end.kind === 'account-exists' ? 'social.exists' : 'social.unproven' })
        return onUnproven()
      case 'unreachable':
        if (end.problem.kind === 'problem' && end.problem.code === 'foreign-origin')
          return setTold({ provider, key: 'failure.foreignOrigin' })
        return showErrorToast()
      default:
        return showErrorToast()
    }
  }

  if (settings === null || settings.providers.length === 0) return null
  return (
    <>
      <div className={styles.providers}>
        <p className={styles.small}>{t('social.or')}</p>
        {settings.providers.map(provider => (
          <button
            key={provider}
            type="button"
            className={styles.provider}
            aria-label={t(`social.${provider}`)}
            aria-busy={busy === provider || undefined}
            onClick={() => signIn(provider)}
          >
            <ProviderLogo of={provider} />
          </button>
        ))}
      </div>
      {told !== null && (
        <p className={styles.alarm} role="alert">
          <Icon name="alert" />
          {t(told.key, { provider: PROVIDER_DISPLAY_NAMES[told.provider] })}
        </p>
      )}
    </>
  )
}

/** Uses the provider's own colors on white, as its brand guidelines require. */
function ProviderLogo({ of }: { of: SocialProvider }) {
  const { field, paths } = SIGNS[of]
  return (
    <svg viewBox={field} aria-hidden="true">
      {Object.entries(paths).map(([color, path]) => (
        <path key={color} fill={color} d={path} />
      ))}
    </svg>
  )
}

const SIGNS: Record<SocialProvider, { field: string; paths: Record<string, string> }> = {
  google: {
    field: '0 0 48 48',
    paths: {
      '#ea4335':
        'M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z',
      '#4285f4':
        'M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z',
      '#fbbc05':
        'M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.140.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.880.92 7.54 2.56 10.78l7.97-6.19z',
      '#34a853':
        'M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z',
    },
  },
  facebook: {
    field: '2.7 3.2 19 19',
    paths: {
      '#0866ff':
        'M13.7 21.5v-8h2.7l.4-3.2h-3.1V8.3c0-.9.3-1.5 1.6-1.5H17V3.9c-.3 0-1.3-.1-2.4-.1-2.4 0-4.1 1.5-4.1 4.2v2.3H7.8v3.2h2.7v8z',
    },
  },
  twitter: {
    field: '0 0 24 24',
    paths: {
      '#000':
        'M18.244 2.25h3.308l-7.227 8.26 8.502 11.24H16.17l-5.214-6.817L4.99 21.75H1.68l7.73-8.835L1.254 2.25H8.08l4.713 6.231zm-1.161 17.52h1.833L7.084 4.126H5.117z',
    },
  },
}
