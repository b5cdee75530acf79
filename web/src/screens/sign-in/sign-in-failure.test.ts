import { expect, test } from 'vitest'
import type { ProblemCode } from '#core/protocol/problem.ts'
import type { RequestFailure } from '#web/api/send-request.ts'
import { signInFailureOf } from './sign-in-failure.ts'

const problem = (code: ProblemCode, retryAfterSeconds: number | null = null): RequestFailure => ({
  kind: 'problem',
  status: 400,
  code,
  detail: undefined,
  errors: [],
  retryAfterSeconds,
})

test('[ID12] a failure with a known cause gets its own sentence', () => {
  const keyOf = (failure: RequestFailure, sent: 'address' | 'code') => signInFailureOf(failure, sent)?.key
  expect(keyOf({ kind: 'offline' }, 'address')).toBe('failure.offline')
  expect(keyOf(problem('too-many-requests'), 'address')).toBe('failure.tooManyRequests')
  expect(keyOf(problem('too-many-requests'), 'code')).toBe('failure.tooManyTries')
  expect(keyOf(problem('mail-failed'), 'address')).toBe('failure.mailFailed')
  expect(keyOf(problem('validation'), 'address')).toBe('failure.emailRefused')
  expect(keyOf(problem('foreign-origin'), 'address')).toBe('failure.foreignOrigin')
})

test('[PB4] a refusal for a while keeps how long, or a minute', () => {
  expect(signInFailureOf(problem('too-many-requests', 700), 'address')?.seconds).toBe(700)
  expect(signInFailureOf(problem('too-many-requests'), 'address')?.seconds).toBe(60)
})

test('[ID12] every other failure has only the generic toast', () => {
  expect(signInFailureOf({ kind: 'unexpected', status: 500 }, 'address')).toBe(null)
  expect(signInFailureOf(problem('server-error'), 'address')).toBe(null)
})
