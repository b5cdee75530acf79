import {
  isSocialOutcome,
  isSocialProvider,
  ANALYTICS_SIGN_IN_METHODS,
  type SocialOutcome,
  type SocialProvider,
  type SocialSignInMode,
} from '#core/protocol/sign-in.ts'
import type { RequestFailure } from '#web/api/send-request.ts'
import type { UserIdentity } from './user-identity.ts'
import { postSocialSignIn } from '#core/protocol/operations.ts'
import { call } from '#web/api/call.ts'
import { getSession } from '#web/api/session-calls.ts'

/**
 * Result of a sign-in with a social provider. 'closed' means that the user has closed the popup. 'left' means that the
 * provider's page replaces this page, because popups are blocked. 'unreachable' means that the sign-in could not be
 * started.
 */
export type SocialSignInOutcome =
  | { readonly kind: 'signed-in' }
  | { readonly kind: Exclude<SocialOutcome, SignedInOutcome> }
  | Unfinished

type Unfinished =
  | { readonly kind: 'closed' | 'left' }
  | { readonly kind: 'unreachable'; readonly problem: RequestFailure }

const POLL_MS = 250
// The popup's last page sends the outcome before it closes, and the message may arrive a little later.
const MESSAGE_MS = 1000

/**
 * Signs the user in with a social provider in the window `popup`. Resolves to the result, or to 'closed' if the popup
 * was closed without one. A result that arrives after 'closed' is passed to `late`. If `popup` is null, opens the
 * provider's page in this tab instead and resolves to 'left'.
 */
export const openSocialSignIn = (
  identity: UserIdentity,
  provider: SocialProvider,
  popup: Window | null,
  late: (end: SocialSignInOutcome) => void,
): Promise<SocialSignInOutcome> =>
  openSocialSignInPopup<SocialSignInOutcome>(
    (way, attempt) => postSocialSignInStart(provider, way, attempt),
    popup,
    outcome => finishSocialSignIn(identity, provider, outcome),
    late,
  )

/**
 * Opens the sign-in page of a social provider in the window `popup`. Resolves to the result, or to 'closed' if the
 * popup was closed without one. Some providers' pages make an open popup appear closed, so a result may arrive after
 * 'closed'. If `popup` is null, opens the page in this tab instead and resolves to 'left'.
 *
 * @param start requests the URL of the provider's page from the server
 * @param finish converts the outcome of the sign-in to the result of this function
 * @param late called with a result that arrives after 'closed'
 */
export async function openSocialSignInPopup<End>(
  start: (way: SocialSignInMode, attempt: string) => ReturnType<typeof postSocialSignInStart>,
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

/**
 * Converts the outcome of a sign-in with a social provider to its result. If the user is signed in, first asks the server
 * for the user and sets them. The result is 'failed' if the server does not tell.
 */
async function finishSocialSignIn(
  identity: UserIdentity,
  provider: SocialProvider,
  outcome: SocialOutcome,
): Promise<SocialSignInOutcome> {
  if (!isSignedInOutcome(outcome)) return { kind: outcome }
  const answer = await getSession()
  if (answer.kind !== 'session' || answer.user === null) return { kind: 'failed' }
  const name = outcome === 'created' ? 'sign_up' : 'login'
  await identity.signIn(answer.user, { name, method: ANALYTICS_SIGN_IN_METHODS[provider] })
  return { kind: 'signed-in' }
}

type SignedInOutcome = 'signed-in' | 'created'

/** Returns true if the outcome of a social sign-in means that the user is signed in. */
export const isSignedInOutcome = (outcome: SocialOutcome): outcome is SignedInOutcome =>
  outcome === 'signed-in' || outcome === 'created'

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

/**
 * Requests the URL of the page on which the user signs in with a social provider.
 *
 * @param way whether the page opens in a popup or replaces this page
 * @param attempt random id that is returned together with the outcome of the sign-in
 */
export async function postSocialSignInStart(
  provider: SocialProvider,
  way: SocialSignInMode,
  attempt: string,
): Promise<{ kind: 'started'; url: string } | RequestFailure> {
  const answer = await call(postSocialSignIn, { body: { provider, way, attempt } })
  return answer.kind === 'answer' ? { kind: 'started', url: answer.body.url } : answer
}

/**
 * Provider and outcome of a sign-in with a social provider that took place in this tab and not in a popup. They are
 * read from the URL to which the browser has returned.
 */
export type SocialSignInReturn = { readonly provider: SocialProvider; readonly outcome: SocialOutcome }

// Module state, because it is read from the page's address, which is cleared then.
const returned = takeReturn()

/**
 * Returns the provider and outcome of the social sign-in from which the browser has just returned to this page. Returns
 * null if there was none.
 */
export function socialSignInReturn(): SocialSignInReturn | null {
  return returned
}

/**
 * Finishes the sign-in with a social provider from which the browser has just returned to this page. Does nothing if
 * there was none. Call it before the first rendering, because the sign-in screen redirects a signed-in user at once and
 * could not finish the sign-in itself.
 */
export function finishReturnedSignIn(identity: UserIdentity): void {
  if (returned !== null) void finishSocialSignIn(identity, returned.provider, returned.outcome)
}

function takeReturn(): SocialSignInReturn | null {
  const query = new URLSearchParams(location.search)
  const [provider, outcome] = [query.get('provider'), query.get('social')]
  if (!isSocialProvider(provider) || !isSocialOutcome(outcome)) return null
  history.replaceState(history.state, '', location.pathname)
  return { provider, outcome }
}
