import { useEffect, useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  isSocialOutcome,
  isSocialProvider,
  PROVIDER_DISPLAY_NAMES,
  type SocialOutcome,
  type SocialProvider,
} from '#core/protocol/sign-in.ts'
import { getSignInMethods, postConnectionStart, type SignInMethodResponse } from '#web/api/account-calls.ts'
import { openSocialSignInPopup } from '#web/identity/social-sign-in.ts'
import { currentLanguage } from '#web/language/language.ts'
import { showError, showSuccess } from '#web/kit/toast/show-toast.tsx'

/** The user's sign-in methods. 'offline' and 'failed' mean that they could not be loaded. */
export type SignInMethodsState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'offline' | 'failed' }
  | { readonly kind: 'listed'; readonly signIns: readonly SignInMethodResponse[] }

/**
 * Returns the user's sign-in methods, and functions that connect a social provider, remove a provider from the list, or
 * load the list again (rule ID34).
 */
export function useSignInMethods(userId: string) {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation()
  const [state, setState] = useState<SignInMethodsState>({ kind: 'loading' })
  const [connecting, setConnecting] = useState<SocialProvider | null>(null)
  const [attempt, loadAgain] = useReducer((count: number) => count + 1, 0)
  const popup = useRef<Window>(null)
  const attempts = useRef(0)

  useEffect(() => {
    // An answer that comes after a later request was sent must not replace its answer.
    let isOutdated = false
    void listed(userId).then(answer => {
      if (!isOutdated) setState(answer)
    })
    window.addEventListener('online', loadAgain)
    return () => {
      isOutdated = true
      window.removeEventListener('online', loadAgain)
    }
  }, [userId, attempt])

  useEffect(() => {
    const returned = takeReturn()
    if (returned !== null) tell(returned.provider, returned.outcome)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only once, because the user returns only once
  }, [])

  function reload() {
    setState({ kind: 'loading' })
    loadAgain()
  }

  async function connect(provider: SocialProvider) {
    if (!navigator.onLine) return showError(common('toast.offline'))
    if (connecting === provider && popup.current?.closed === false) return popup.current.focus()
    // Opened inside the click handler, or browsers block it; null if it is blocked all the same.
    popup.current = window.open('/auth/start.html', 'dacapo-sign-in', 'popup,width=480,height=680')
    attempts.current += 1
    const own = attempts.current
    setConnecting(provider)
    const hear = (outcome: SocialOutcome | 'closed') => {
      // Another button may have taken the popup over.
      if (own === attempts.current) tell(provider, outcome)
    }
    const end = await openSocialSignInPopup<{ kind: 'told'; outcome: SocialOutcome }>(
      (way, number) => postConnectionStart(userId, provider, way, number, currentLanguage()),
      popup.current,
      outcome => ({ kind: 'told', outcome }),
      ({ outcome }) => hear(outcome),
    )
    if (own === attempts.current) setConnecting(null)
    switch (end.kind) {
      case 'told':
        return hear(end.outcome)
      case 'closed':
        return hear('closed')
      case 'left':
        return
      case 'unreachable': {
        const { problem } = end
        if (problem.kind === 'problem' && problem.code === 'fresh-session-required')
          return showError(t('signIns.signInAgain'))
        return showError(problem.kind === 'offline' ? common('toast.offline') : common('toast.error'))
      }
    }
  }

  function tell(provider: SocialProvider, outcome: SocialOutcome | 'closed') {
    switch (outcome) {
      case 'connected':
        loadAgain()
        return showSuccess(t('signIns.connected'))
      case 'closed':
      case 'cancelled':
        return showError(t('signIns.notConnected'))
      case 'taken':
        return showError(t('signIns.taken', { provider: PROVIDER_DISPLAY_NAMES[provider] }))
      default:
        return showError(common('toast.error'))
    }
  }

  function forget(provider: SocialProvider) {
    setState(known =>
      known.kind === 'listed'
        ? { kind: 'listed', signIns: known.signIns.filter(signIn => signIn.provider !== provider) }
        : known,
    )
  }

  return { state, connecting, reload, forget, connect: (provider: SocialProvider) => void connect(provider) }
}

async function listed(userId: string): Promise<SignInMethodsState> {
  const answer = await getSignInMethods(userId)
  if (answer.kind === 'sign-ins') return { kind: 'listed', signIns: answer.signIns }
  return { kind: answer.kind === 'offline' ? 'offline' : 'failed' }
}

/** Reads the outcome of a visit to a provider from the address, and removes it there; null if there is none. */
function takeReturn(): { provider: SocialProvider; outcome: SocialOutcome } | null {
  const query = new URLSearchParams(location.search)
  const [provider, outcome] = [query.get('provider'), query.get('connect')]
  if (!isSocialProvider(provider) || !isSocialOutcome(outcome)) return null
  history.replaceState(history.state, '', location.pathname)
  return { provider, outcome }
}
