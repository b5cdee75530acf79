import type { RequestFailure } from '#web/api/send-request.ts'

/** Translation key of the error message for a failed sign-in. */
export type SignInFailureTextKey =
  `failure.${'offline' | 'tooManyRequests' | 'tooManyTries' | 'tooManyCodes' | 'mailFailed' | 'emailRefused'}`

/**
 * Returns the translation key of the error message for a failed sign-in, or null if the cause is unknown.
 *
 * @param sent what the user submitted: an email address, or the code from the sign-in mail
 */
export function signInFailureTextKey(
  failure: RequestFailure,
  sent: 'address' | 'code',
): SignInFailureTextKey | null {
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
