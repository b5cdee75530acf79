import { waitSecondsOf, type RequestFailure } from '#web/api/send-request.ts'

/**
 * The error message for a failed sign-in: its translation key, and the seconds to wait, which some messages contain. It
 * is no text, because another tab may change the language.
 */
export type SignInFailure = {
  readonly key: `failure.${'offline' | 'tooManyRequests' | 'tooManyTries' | 'tooManyCodes' | 'mailFailed' | 'emailRefused' | 'foreignOrigin'}`
  readonly seconds: number
}

/**
 * Returns the error message for a failed sign-in, or null if the cause is unknown.
 *
 * @param sent what the user submitted: an email address, or the code from the sign-in mail
 */
export function signInFailureOf(failure: RequestFailure, sent: 'address' | 'code'): SignInFailure | null {
  const seconds = waitSecondsOf(failure)
  if (failure.kind === 'offline') return { key: 'failure.offline', seconds }
  if (failure.kind !== 'problem') return null
  switch (failure.code) {
    case 'too-many-requests':
      return { key: sent === 'code' ? 'failure.tooManyTries' : 'failure.tooManyRequests', seconds }
    case 'too-many-codes':
      return { key: 'failure.tooManyCodes', seconds }
    case 'mail-failed':
      return { key: 'failure.mailFailed', seconds }
    case 'validation':
      return { key: 'failure.emailRefused', seconds }
    case 'foreign-origin':
      return { key: 'failure.foreignOrigin', seconds }
    default:
      return null
  }
}
