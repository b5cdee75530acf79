import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PROVIDER_DISPLAY_NAMES, SOCIAL_PROVIDERS, type SocialProvider } from '#core/protocol/sign-in.ts'
import { useServerSettingsStatus } from '#web/api/server-settings.ts'
import type { User } from '#web/identity/sign-in-state.ts'
import { Button } from '#web/kit/button.tsx'
import { LoadingIndicator } from '#web/kit/spinner.tsx'
import { showSuccess } from '#web/kit/toast/show-toast.tsx'
import { Sentence } from '#web/language/sentence.tsx'
import { RemoveSignInDialog } from './remove-sign-in-dialog.tsx'
import { useSignInMethods } from './use-sign-in-methods.ts'
import styles from './device-list.module.css'

/**
 * Renders the user's sign-in methods: the email address, and the social providers, each with a button that connects or
 * removes the provider (rule ID34).
 */
export function SignInMethodList({ user }: { user: User }) {
  const { t } = useTranslation('account')
  const settings = useServerSettingsStatus()
  const offered = settings?.providers ?? []
  const { state, connecting, reload, forget, connect } = useSignInMethods(user.id)
  const [removing, setRemoving] = useState<SocialProvider | null>(null)
  const isLoading = state.kind === 'loading' || settings === undefined
  const signIns = state.kind === 'listed' ? state.signIns : []
  const sinceOf = (provider: string) => signIns.find(signIn => signIn.provider === provider)?.since

  function removed(provider: SocialProvider) {
    setRemoving(null)
    forget(provider)
    showSuccess(t('signIns.removed'))
  }

  return (
    <section className={styles.devices} aria-labelledby="sign-ins" data-loading={isLoading || undefined}>
      <h2 id="sign-ins">{t('signIns.title')}</h2>
      {isLoading && <LoadingIndicator label={t('signIns.loading')} />}
      {!isLoading && state.kind !== 'listed' && (
        <>
          <p className={styles.muted}>{t(`signIns.${state.kind}`)}</p>
          <Button className={styles.again} onClick={reload}>
            {t('signIns.again')}
          </Button>
        </>
      )}
      {!isLoading && state.kind === 'listed' && (
        <ul className={styles.list}>
          {sinceOf('email') !== undefined && (
            <li className={styles.row}>
              <div className={styles.words}>
                <p className={styles.name}>{t('signIns.email')}</p>
                <p className={styles.muted}>
                  <Sentence text={t('signIns.emailAlways', { email: user.email })} />
                </p>
              </div>
            </li>
          )}
          {SOCIAL_PROVIDERS.filter(
            provider => sinceOf(provider) !== undefined || offered.includes(provider),
          ).map(provider => (
            <Row
              key={provider}
              provider={provider}
              since={sinceOf(provider)}
              busy={connecting === provider}
              onConnect={() => connect(provider)}
              onRemove={() => setRemoving(provider)}
            />
          ))}
        </ul>
      )}
      {removing !== null && (
        <RemoveSignInDialog
          userId={user.id}
          provider={removing}
          onRemoved={() => removed(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </section>
  )
}

type RowProps = {
  provider: SocialProvider
  /** Undefined if the provider is not connected. */
  since: number | undefined
  busy: boolean
  onConnect: () => void
  onRemove: () => void
}

function Row({ provider, since, busy, onConnect, onRemove }: RowProps) {
  const { t } = useTranslation('account')
  const name = PROVIDER_DISPLAY_NAMES[provider]

  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className={styles.muted}>
          {since === undefined ? t('signIns.none') : t('signIns.since', { date: new Date(since) })}
        </p>
      </div>
      {/* One button for both, so that the focus stays where it was once the other one stands there. */}
      <Button
        variant="line"
        busy={busy}
        aria-label={t(since === undefined ? 'signIns.connectNamed' : 'signIns.removeNamed', {
          provider: name,
        })}
        onClick={since === undefined ? onConnect : onRemove}
      >
        {t(since === undefined ? 'signIns.connect' : 'signIns.remove')}
      </Button>
    </li>
  )
}
