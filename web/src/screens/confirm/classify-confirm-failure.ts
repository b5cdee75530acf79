import type { RequestFailure } from '#web/api/send-request.ts'

/**
 * A temporary failure to sign in with a link. The user may use the same link again: after `minutes` if there were too
 * many attempts, otherwise at any time.
 */
export type RetryableConfirmFailure =
  | { readonly kind: 'offline' | 'unreachable' | 'server' }
  | { readonly kind: 'too-many'; readonly minutes: number }

/**
 * Reason why signing in with a link failed: a temporary failure, after which the link may be used again; an email
 * address that the server rejected; or an invalid link.
 */
export type ConfirmFailureKind = RetryableConfirmFailure | { readonly kind: 'email-refused' | 'link-failed' }

const SECONDS_PER_MINUTE = 60

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
  if (failure.status === 429) {
    const seconds = failure.retryAfterSeconds ?? SECONDS_PER_MINUTE
    return { kind: 'too-many', minutes: Math.max(1, Math.ceil(seconds / SECONDS_PER_MINUTE)) }
  }
  if (failure.status >= 500) return { kind: 'server' }
  if (failure.errors.some(({ field }) => field === 'email')) return { kind: 'email-refused' }
  return { kind: 'link-failed' }
}
