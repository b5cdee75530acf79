import type { RequestFailure } from '#web/api/send-request.ts'

/** A temporary failure of a sign-in by link. The same link may be used again. */
export type RetryableConfirmFailure =
  | { readonly kind: 'offline' | 'unreachable' | 'server' }
  | { readonly kind: 'too-many'; readonly minutes: number }

/**
 * Kind of a failed sign-in by link: temporary, so that the link may be used again; wrong email address; or invalid
 * link.
 */
export type ConfirmFailureKind = RetryableConfirmFailure | { readonly kind: 'email-refused' | 'link-failed' }

const SECONDS_PER_MINUTE = 60

/**
 * Classifies a failed sign-in by link. Only an error document from our own server means that the link is invalid. Any
 * other failure is temporary, for example the page of a captive portal (rule SG19).
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
