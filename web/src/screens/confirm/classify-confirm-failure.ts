import { waitSecondsOf, type RequestFailure } from '#web/api/send-request.ts'

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
