import { SIGN_IN_TOKEN_LENGTH } from '#core/protocol/sign-in.ts'
import type { UserIdentity } from '#web/identity/user-identity.ts'
import { confirmSignIn, type SignInConfirmationResult } from '#web/identity/sign-in.ts'
import { waitSecondsOf, type RequestFailure } from '#web/api/send-request.ts'

/**
 * The sign-in link that opened this page, while it is being redeemed. Its email address is null if this browser does
 * not know the address.
 */
export type OpenedSignInLink = { readonly token: string; readonly email: string | null }

/**
 * Returns the sign-in link that opened this page, 'damaged' if a mail program has destroyed its token, or null if there
 * is none. Reads the link from the URL. After a reload, Back or Forward, reads it from the history entry, because the
 * token has been removed from the URL.
 */
export function readOpenedSignInLink(): OpenedSignInLink | 'damaged' | null {
  const address = window.location.href.slice(window.location.origin.length)
  if (/^\/+confirm\/*$/i.test(address)) return parseOpenedLink(historyState()['signInLink'])
  const token = signInTokenIn(address)
  return token === null ? 'damaged' : { token, email: null }
}

/**
 * Returns the token in the address of a sign-in link, or null if it cannot be found. Mail programs add punctuation and
 * parameters, encode the address, and leave marks and line breaks of quoted-printable mails in it (rule SG19).
 */
export function signInTokenIn(address: string): string | null {
  return TOKEN.exec(decodeAscii(decodeAscii(address)))?.[1]?.replaceAll(BREAKS, '') ?? null
}

const BREAKS = /[=\s>]/g
// In quoted-printable mails, = is written =3D, and = at the end of a line continues the line.
const TOKEN = new RegExp(`token\\W{0,9}(?:3D)?\\W{0,9}((?:[a-z][=\\s>]*){${SIGN_IN_TOKEN_LENGTH}})`, 'i')

/** Decodes percent-encoded ASCII characters. Unlike decodeURIComponent, it does not throw on what else there is. */
const decodeAscii = (text: string) =>
  text.replaceAll(/%([0-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/**
 * Stores the sign-in link in the history entry and removes its token from the address bar. Otherwise a screenshot or
 * the browser's history could reveal the token.
 */
export function storeOpenedSignInLink(link: OpenedSignInLink): void {
  window.history.replaceState({ ...historyState(), signInLink: link }, '', '/confirm')
}

const historyState = () => (window.history.state ?? {}) as Record<string, unknown>

function parseOpenedLink(input: unknown): OpenedSignInLink | null {
  if (typeof input !== 'object' || input === null) return null
  const { token, email } = input as Partial<Record<keyof OpenedSignInLink, unknown>>
  if (typeof token !== 'string') return null
  return { token, email: typeof email === 'string' ? email : null }
}

// Kept with the app's identity and not in the screen, which is mounted twice in development.
const lastOf = new WeakMap<UserIdentity, { key: string; answer: Promise<SignInConfirmationResult> }>()

/**
 * Signs in with a sign-in link. Sends only one request even if it is called twice with the same link and email address,
 * because the server rejects the second use of a link. After a failure, a further call sends a new request.
 */
export function redeemSignInLinkOnce(
  identity: UserIdentity,
  email: string,
  token: string,
): Promise<SignInConfirmationResult> {
  const key = `${email}\n${token}`
  const last = lastOf.get(identity)
  if (last?.key === key) return last.answer
  const answer = confirmSignIn(identity, { email, token })
  lastOf.set(identity, { key, answer })
  void answer.then(confirmed => {
    if (confirmed.kind === 'failed' && lastOf.get(identity)?.answer === answer) lastOf.delete(identity)
  })
  return answer
}

/**
 * A temporary failure to sign in with a link. The user may use the same link again: after `seconds` if there were too
 * many attempts, otherwise at any time.
 */
export type RetryableConfirmFailure =
  | { readonly kind: 'offline' | 'unreachable' | 'server' | 'foreign-origin' }
  | { readonly kind: 'too-many'; readonly seconds: number }

/**
 * Reason why signing in with a link failed: a temporary failure, after which the link may be used again; an email
 * address that the server rejected; or an invalid link.
 */
export type ConfirmFailureKind = RetryableConfirmFailure | { readonly kind: 'email-refused' | 'link-failed' }

/**
 * Returns the reason why signing in with a link failed. The link or the email address counts as rejected only if the
 * app's own server has rejected it. All other failures are temporary, for example a response from the login page of a
 * public Wi-Fi network (rule SG19).
 *
 * @param isOnline true if the device reports a network, even if the server is unreachable
 */
export function classifyConfirmFailure(failure: RequestFailure, isOnline: boolean): ConfirmFailureKind {
  if (failure.kind === 'offline') return { kind: isOnline ? 'unreachable' : 'offline' }
  if (failure.kind === 'unexpected') return { kind: 'server' }
  if (failure.status === 429) return { kind: 'too-many', seconds: waitSecondsOf(failure) }
  if (failure.code === 'foreign-origin') return { kind: 'foreign-origin' }
  if (failure.status >= 500) return { kind: 'server' }
  if (failure.errors.some(({ field }) => field === 'email')) return { kind: 'email-refused' }
  return { kind: 'link-failed' }
}
