import { expect, test } from 'vitest'
import type { ProblemCode } from '#core/protocol/problem.ts'
import type { Failure } from '#web/api/send-request.ts'
import { failureKey } from './failure-key.ts'

const problem = (code: ProblemCode): Failure => ({
  kind: 'problem',
  status: 400,
  code,
  detail: undefined,
  errors: [],
  retryAfterSeconds: null,
})

test('[SG6] a failure with a known cause gets its own sentence', () => {
  expect(failureKey({ kind: 'offline' }, 'address')).toBe('failure.offline')
  expect(failureKey(problem('too-many-requests'), 'address')).toBe('failure.tooManyRequests')
  expect(failureKey(problem('too-many-requests'), 'code')).toBe('failure.tooManyTries')
  expect(failureKey(problem('mail-failed'), 'address')).toBe('failure.mailFailed')
  expect(failureKey(problem('validation'), 'address')).toBe('failure.emailRefused')
})

test('[SG6] every other failure has only the generic toast', () => {
  expect(failureKey({ kind: 'unexpected', status: 500 }, 'address')).toBe(null)
  expect(failureKey(problem('server-error'), 'address')).toBe(null)
})
