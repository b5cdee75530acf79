import type { Failure } from '#web/api/send-request.ts'

/** A failure that does not concern the link, so that the same link may be retried. */
export type ConfirmTrouble =
  | { readonly kind: 'offline' | 'unreachable' | 'server' }
  | { readonly kind: 'too-many'; readonly minutes: number }

/** The meaning of a failed confirmation: retry the link, the address is invalid, or the link is invalid. */
export type ConfirmVerdict = ConfirmTrouble | { readonly kind: 'email-refused' | 'link-failed' }

const SECONDS_PER_MINUTE = 60

/**
 * Classifies a failed confirmation. Only a problem document from our own server makes a link invalid; anything else,
 * such as a captive portal's page, is a temporary failure (rule SG19).
 *
 * @param isOnline whether the device has a network; the server may be unreachable all the same
 */
export function confirmVerdict(failure: Failure, isOnline: boolean): ConfirmVerdict {
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
