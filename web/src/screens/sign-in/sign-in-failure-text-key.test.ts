import { expect, test } from 'vitest'
import type { ProblemCode } from '#core/protocol/problem.ts'
import type { RequestFailure } from '#web/api/send-request.ts'
import { signInFailureTextKey } from './sign-in-failure-text-key.ts'

const problem = (code: ProblemCode): RequestFailure => ({
  kind: 'problem',
  status: 400,
  code,
  detail: undefined,
  errors: [],
  retryAfterSeconds: null,
})

test('[SG6] a failure with a known cause gets its own sentence', () => {
  expect(signInFailureTextKey({ kind: 'offline' }, 'address')).toBe('failure.offline')
  expect(signInFailureTextKey(problem('too-many-requests'), 'address')).toBe('failure.tooManyRequests')
  expect(signInFailureTextKey(problem('too-many-requests'), 'code')).toBe('failure.tooManyTries')
  expect(signInFailureTextKey(problem('mail-failed'), 'address')).toBe('failure.mailFailed')
  expect(signInFailureTextKey(problem('validation'), 'address')).toBe('failure.emailRefused')
})

test('[SG6] every other failure has only the generic toast', () => {
  expect(signInFailureTextKey({ kind: 'unexpected', status: 500 }, 'address')).toBe(null)
  expect(signInFailureTextKey(problem('server-error'), 'address')).toBe(null)
})
