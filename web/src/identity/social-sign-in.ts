import { useRef, useState } from 'react'
import {
  isSocialOutcome,
  isSocialProvider,
  ANALYTICS_METHOD_BY_PROVIDER,
  type SocialOutcome,
  type SocialProvider,
  type SocialSignInWindow,
} from '#core/protocol/sign-in.ts'
import type { RequestFailure } from '#web/api/send-request.ts'
import type { IdentityService } from './identity-service.ts'
import { getSession, type postSocialSignIn } from '#core/protocol/operations.ts'
import { call, type CallResult } from '#web/api/call.ts'

/** 'closed': the popup seems to be closed. 'left': popups are blocked, so this tab loads the provider. */
export type SocialPopupResult =
  | { readonly kind: SocialOutcome | 'closed' | 'left' }
  | { readonly kind: 'unreachable'; readonly problem: RequestFailure }

const POLL_MS = 250
// The popup's last page sends the outcome before it closes, and the message may arrive a little later.
const MESSAGE_MS = 1000

type Visit = {
  readonly start: (
    provider: SocialProvider,
    way: SocialSignInWindow,
    attempt: string,
  ) => Promise<CallResult<typeof postSocialSignIn>>
  readonly finish?: (provider: SocialProvider, outcome: SocialOutcome) => Promise<SocialOutcome>
  /** A result can follow 'closed', because some providers' pages make an open popup appear closed. */
  readonly tell: (provider: SocialProvider, result: SocialPopupResult) => void
}

/** Call the returned `visit` in a click handler, because browsers block popups elsewhere. */
export function useSocialPopup({ start, finish = async (_, outcome) => outcome, tell }: Visit) {
  const [busy, setBusy] = useState<SocialProvider | null>(null)
  const popup = useRef<Window>(null)
  const newest = useRef('')

  async function visit(provider: SocialProvider) {
    if (busy === provider && popup.current?.closed === false) return popup.current.focus()
    const opened = window.open('/auth/start.html', 'dacapo-sign-in', 'popup,width=480,height=680')
    const attempt = crypto.randomUUID()
    popup.current = opened
    newest.current = attempt
    setBusy(provider)
    const hear = (result: SocialPopupResult) => {
      // Another button may have taken the popup over.
      if (attempt !== newest.current) return
      setBusy(null)
      tell(provider, result)
    }
    const outcome = outcomeOf(attempt)
    const answer = await start(provider, opened === null ? 'page' : 'popup', attempt)
    if (answer.kind !== 'answer') {
      opened?.close()
      return hear({ kind: 'unreachable', problem: answer })
    }
    if (opened === null) {
      location.assign(answer.body.url)
      return hear({ kind: 'left' })
    }
    if (!opened.closed) opened.location.href = answer.body.url
    const ended = outcome.then(async told => ({ kind: await finish(provider, told) }))
    const first = await Promise.race([ended, whenClosed(opened)])
    hear(first ?? { kind: 'closed' })
    if (first === null) void ended.then(hear)
  }

  return { busy, visit: (provider: SocialProvider) => void visit(provider) }
}

export async function signInAfterSocialOutcome(
  identity: IdentityService,
  provider: SocialProvider,
  outcome: SocialOutcome,
): Promise<SocialOutcome> {
  if (outcome !== 'signed-in' && outcome !== 'created') return outcome
  const answer = await call(getSession, {})
  if (answer.kind !== 'answer' || answer.body.user === null) return 'failed'
  const name = outcome === 'created' ? 'sign_up' : 'login'
  await identity.signIn(answer.body.user, { name, method: ANALYTICS_METHOD_BY_PROVIDER[provider] })
  return outcome
}

function outcomeOf(attempt: string): Promise<SocialOutcome> {
  const channel = new BroadcastChannel('dacapo-sign-in')
  return new Promise(resolve => {
    channel.addEventListener('message', ({ data }: MessageEvent<{ attempt: unknown; outcome: unknown }>) => {
      if (data.attempt !== attempt || !isSocialOutcome(data.outcome)) return
      channel.close()
      resolve(data.outcome)
    })
  })
}

function whenClosed(popup: Window): Promise<null> {
  return new Promise(resolve => {
    const poll = setInterval(() => {
      if (!popup.closed) return
      clearInterval(poll)
      setTimeout(() => resolve(null), MESSAGE_MS)
    }, POLL_MS)
  })
}

type SocialReturn = { readonly provider: SocialProvider; readonly outcome: SocialOutcome }

export function takeSocialOutcomeFromAddress(parameter: 'social' | 'connect'): SocialReturn | null {
  const query = new URLSearchParams(location.search)
  const [provider, outcome] = [query.get('provider'), query.get(parameter)]
  if (!isSocialProvider(provider) || !isSocialOutcome(outcome)) return null
  history.replaceState(history.state, '', location.pathname)
  return { provider, outcome }
}

// Module state, because it is read from the page's address, which is cleared then.
const returned = takeSocialOutcomeFromAddress('social')

export const getReturnedSocialSignIn = (): SocialReturn | null => returned

export function finishReturnedSignIn(identity: IdentityService): void {
  if (returned !== null) void signInAfterSocialOutcome(identity, returned.provider, returned.outcome)
}
