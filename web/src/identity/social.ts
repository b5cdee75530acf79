import {
  isSocialOutcome,
  SIGN_IN_METHODS,
  type SocialOutcome,
  type SocialProvider,
  type SocialSignInMode,
} from '#core/protocol/social-provider.ts'
import type { Failure } from '#web/api/send-request.ts'
import { postSocialStart } from '#web/api/social-call.ts'
import { trackEvent } from '#web/analytics/analytics.ts'
import { checkArrival, sessionState } from './session-state.ts'
import { finishSignIn } from './sign-in.ts'

/** 'left': popups are blocked, and the provider takes the place of this page. */
export type SocialSignInResult =
  | { readonly kind: 'signed-in' }
  | { readonly kind: Exclude<SocialOutcome, SignedInOutcome> }
  | Unfinished

type Unfinished =
  | { readonly kind: 'closed' | 'left' }
  | { readonly kind: 'unreachable'; readonly problem: Failure }

const POLL_MS = 250
// The popup's last page has told the outcome before it closes; the message may still be on its way.
const MESSAGE_MS = 1000

/** Signs in at a provider; the popup as in `visitProvider`. */
export const signInWith = (
  provider: SocialProvider,
  popup: Window | null,
  late: (end: SocialSignInResult) => void,
): Promise<SocialSignInResult> =>
  openProvider<SocialSignInResult>(
    (way, attempt) => postSocialStart(provider, way, attempt),
    popup,
    outcome => finishSocialSignIn(provider, outcome),
    late,
  )

/**
 * Visits a provider in a popup that was opened within the click, or, without one, in place of this page. Ends with the
 * popup; one that only seems to be closed, because the provider's page has cut it off, is told of `late` when it is done.
 */
export async function openProvider<End>(
  start: (way: SocialSignInMode, attempt: string) => ReturnType<typeof postSocialStart>,
  popup: Window | null,
  finish: (outcome: SocialOutcome) => Promise<End> | End,
  late: (end: End) => void,
): Promise<End | Unfinished> {
  const attempt = crypto.randomUUID()
  const outcome = outcomeOf(attempt)
  const answer = await start(popup === null ? 'page' : 'popup', attempt)
  if (answer.kind !== 'started') {
    popup?.close()
    return { kind: 'unreachable', problem: answer }
  }
  if (popup === null) {
    location.assign(answer.url)
    return { kind: 'left' }
  }
  if (!popup.closed) popup.location.href = answer.url
  const ended = outcome.then(finish)
  const first = await Promise.race([ended, whenClosed(popup)])
  if (first !== null) return first
  void ended.then(late)
  return { kind: 'closed' }
}

/** What a sign-in at a provider has led to, once it is known here who is signed in. */
export async function finishSocialSignIn(
  provider: SocialProvider,
  outcome: SocialOutcome,
): Promise<SocialSignInResult> {
  if (!isSignedIn(outcome)) return { kind: outcome }
  await checkArrival()
  const state = sessionState.get()
  if (state.kind !== 'signed-in' || state.expired) return { kind: 'failed' }
  trackEvent({ name: outcome === 'created' ? 'sign_up' : 'login', method: SIGN_IN_METHODS[provider] })
  finishSignIn(state.user.id)
  return { kind: 'signed-in' }
}

type SignedInOutcome = 'signed-in' | 'created' | 'proven'

/** Whether somebody is signed in at the end of a visit at a provider. */
export const isSignedIn = (outcome: SocialOutcome): outcome is SignedInOutcome =>
  outcome === 'signed-in' || outcome === 'created' || outcome === 'proven'

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
