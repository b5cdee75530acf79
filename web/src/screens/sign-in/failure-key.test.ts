import { expect, test } from 'vitest'
import type { ProblemCode } from '#core/problem.ts'
import type { Failure } from '#web/api/request.ts'
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
  expect(failureKey({ kind: 'offline' })).toBe('failure.offline')
  expect(failureKey(problem('too-many-requests'))).toBe('failure.tooManyRequests')
  expect(failureKey(problem('mail-failed'))).toBe('failure.mailFailed')
  expect(failureKey(problem('validation'))).toBe('failure.emailRefused')
})

test('[SG6] every other failure has only the generic toast', () => {
  expect(failureKey({ kind: 'unexpected', status: 500 })).toBe(null)
  expect(failureKey(problem('server-error'))).toBe(null)
})
