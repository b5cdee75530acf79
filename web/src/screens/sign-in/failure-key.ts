import type { Failure } from '#web/api/request.ts'

export type FailureKey = `failure.${'offline' | 'tooManyRequests' | 'mailFailed' | 'emailRefused'}`

/** The sentence for a failure whose cause is known, as a key of the sign-in texts; null for every other. */
export function failureKey(failure: Failure): FailureKey | null {
  if (failure.kind === 'offline') return 'failure.offline'
  if (failure.kind !== 'problem') return null
  switch (failure.code) {
    case 'too-many-requests':
      return 'failure.tooManyRequests'
    case 'mail-failed':
      return 'failure.mailFailed'
    case 'validation':
      return 'failure.emailRefused'
    default:
      return null
  }
}
