import type { Failure } from '#web/api/send-request.ts'

/** The text key of a failure with a known cause. */
export type FailureKey =
  `failure.${'offline' | 'tooManyRequests' | 'tooManyTries' | 'tooManyCodes' | 'mailFailed' | 'emailRefused'}`

/**
 * Returns the text key for a failure with a known cause; null for every other.
 *
 * @param sent what was sent: an address to mail to, or the code of such a mail
 */
export function failureKey(failure: Failure, sent: 'address' | 'code'): FailureKey | null {
  if (failure.kind === 'offline') return 'failure.offline'
  if (failure.kind !== 'problem') return null
  switch (failure.code) {
    case 'too-many-requests':
      return sent === 'code' ? 'failure.tooManyTries' : 'failure.tooManyRequests'
    case 'too-many-codes':
      return 'failure.tooManyCodes'
    case 'mail-failed':
      return 'failure.mailFailed'
    case 'validation':
      return 'failure.emailRefused'
    default:
      return null
  }
}
