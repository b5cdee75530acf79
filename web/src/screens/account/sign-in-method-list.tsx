import { useState, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { PROVIDER_DISPLAY_NAMES, SOCIAL_PROVIDERS, type SocialProvider } from '#core/protocol/sign-in.ts'
import { useServerSettingsIfLoaded } from '#web/api/server-settings.ts'
import type { User } from '#web/identity/identity-service.ts'
import { Button } from '#web/kit/button.tsx'
import { showSuccessToast, showErrorToast } from '#web/kit/toast/show-toast.tsx'
import { PartlyTranslated } from '#web/language/partly-translated.tsx'
import { AccountListSection, AccountListRow, useServerOnlyList } from './account-list.tsx'
import styles from './account.module.css'
import { getSignInMethods, postConnectStart } from '#core/protocol/operations.ts'
import { deleteProviderConnection } from '#web/api/account-calls.ts'
import { call } from '#web/api/call.ts'
import {
  takeSocialOutcomeFromAddress,
  useSocialPopup,
  type SocialPopupResult,
} from '#web/identity/social-sign-in.ts'
import { getCurrentLanguage } from '#web/language/language.ts'
import type { RequestFailure } from '#web/api/send-request.ts'
import { DialogError, ConfirmDialog } from '#web/kit/dialog.tsx'

export function SignInMethodList({ user }: { user: User }) {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation()
  const settings = useServerSettingsIfLoaded()
  const offered = settings?.providers ?? []
  const { list, loadAgain, reload, keepOnly } = useServerOnlyList(user.id, loadSignInMethods)
  const { busy, visit } = useSocialPopup({
    start: (provider, way, attempt) =>
      call(postConnectStart, {
        userId: user.id,
        parameters: { provider, language: getCurrentLanguage() },
        body: { way, attempt },
      }),
    tell,
  })
  const [removing, setRemoving] = useState<SocialProvider | null>(null)
  const signIns = list.kind === 'listed' ? list.items : []
  const sinceOf = (provider: string) => signIns.find(signIn => signIn.provider === provider)?.since

  useEffect(() => {
    const returned = takeSocialOutcomeFromAddress('connect')
    if (returned !== null) tell(returned.provider, { kind: returned.outcome })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only once, because the user returns only once
  }, [])

  function connect(provider: SocialProvider) {
    if (navigator.onLine) visit(provider)
    else showErrorToast(common('toast.offline'))
  }

  function tell(provider: SocialProvider, result: SocialPopupResult) {
    switch (result.kind) {
      case 'left':
        return
      case 'unreachable': {
        const { problem } = result
        if (problem.kind === 'problem' && problem.code === 'fresh-session-required')
          return showErrorToast(t('signIns.signInAgain'))
        return showErrorToast(problem.kind === 'offline' ? common('toast.offline') : undefined)
      }
      case 'connected':
        loadAgain()
        return showSuccessToast(t('signIns.connected'))
      case 'closed':
      case 'cancelled':
        return showErrorToast(t('signIns.notConnected'))
      case 'taken':
        return showErrorToast(t('signIns.taken', { provider: PROVIDER_DISPLAY_NAMES[provider] }))
      default:
        return showErrorToast()
    }
  }

  function removed(provider: SocialProvider) {
    setRemoving(null)
    keepOnly(signIn => signIn.provider !== provider)
    showSuccessToast(t('signIns.removed'))
  }

  return (
    <AccountListSection
      texts="signIns"
      kind={settings === undefined ? 'loading' : list.kind}
      onReload={reload}
    >
      <ul>
        {sinceOf('email') !== undefined && (
          <AccountListRow name={t('signIns.email')}>
            <p className={styles.muted}>
              <PartlyTranslated text={t('signIns.emailAlways', { email: user.email })} />
            </p>
          </AccountListRow>
        )}
        {SOCIAL_PROVIDERS.filter(
          provider => sinceOf(provider) !== undefined || offered.includes(provider),
        ).map(provider => (
          <Row
            key={provider}
            provider={provider}
            since={sinceOf(provider)}
            busy={busy === provider}
            onConnect={() => connect(provider)}
            onRemove={() => setRemoving(provider)}
          />
        ))}
      </ul>
      {removing !== null && (
        <RemoveSignInDialog
          userId={user.id}
          provider={removing}
          onRemoved={() => removed(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </AccountListSection>
  )
}

type RowProps = {
  provider: SocialProvider
  since: number | undefined
  busy: boolean
  onConnect: () => void
  onRemove: () => void
}

function Row({ provider, since, busy, onConnect, onRemove }: RowProps) {
  const { t } = useTranslation('account')
  const name = PROVIDER_DISPLAY_NAMES[provider]

  return (
    <AccountListRow
      name={name}
      action={
        // One button for both actions, so that it keeps the focus when one replaces the other.
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
      }
    >
      <p className={styles.muted}>
        {since === undefined ? t('signIns.none') : t('signIns.since', { date: new Date(since) })}
      </p>
    </AccountListRow>
  )
}

async function loadSignInMethods(userId: string) {
  const answer = await call(getSignInMethods, { userId })
  return answer.kind === 'answer' ? answer.body.signIns : answer
}

type Props = {
  userId: string
  provider: SocialProvider
  onRemoved: () => void
  onClose: () => void
}

function RemoveSignInDialog({ userId, provider, onRemoved, onClose }: Props) {
  const { t } = useTranslation('account')
  const [fault, setFault] = useState<ReturnType<typeof faultOf> | null>(null)
  const name = { provider: PROVIDER_DISPLAY_NAMES[provider] }

  async function remove() {
    setFault(null)
    const answer = await deleteProviderConnection(userId, provider, getCurrentLanguage())
    if (answer.kind === 'done') onRemoved()
    else setFault(faultOf(answer))
  }

  return (
    <ConfirmDialog
      title={t('signIns.removing.question', name)}
      keep={t('signIns.removing.keep')}
      confirm={t('signIns.removing.confirm')}
      danger
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{t('signIns.removing.text', name)}</p>
      {fault !== null && <DialogError>{t(`signIns.removing.fault.${fault}`, name)}</DialogError>}
    </ConfirmDialog>
  )
}

function faultOf(failure: RequestFailure) {
  if (failure.kind === 'offline') return 'offline'
  return failure.kind === 'problem' && failure.code === 'fresh-session-required' ? 'fresh' : 'failed'
}
