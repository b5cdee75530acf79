import { expect, test } from 'vitest'
import { PROBLEM_STATUS, type ProblemCode } from '#core/protocol/problem.ts'
import type { RequestFailure } from '#web/api/send-request.ts'
import { classifyConfirmFailure } from './classify-confirm-failure.ts'

const problem = (
  code: ProblemCode,
  more: Partial<Extract<RequestFailure, { kind: 'problem' }>> = {},
): RequestFailure => ({
  kind: 'problem',
  status: PROBLEM_STATUS[code],
  code,
  detail: undefined,
  errors: [],
  retryAfterSeconds: null,
  ...more,
})

test('[SG19] only a refusal by our own server condemns a link', () => {
  expect(classifyConfirmFailure(problem('link-invalid'), true)).toEqual({ kind: 'link-failed' })
  expect(classifyConfirmFailure(problem('server-error'), true)).toEqual({ kind: 'server' })
  expect(classifyConfirmFailure({ kind: 'unexpected', status: 200 }, true)).toEqual({ kind: 'server' })
  expect(classifyConfirmFailure({ kind: 'unexpected', status: 404 }, true)).toEqual({ kind: 'server' })
})

test('[SG19] no network and no answer are told apart', () => {
  expect(classifyConfirmFailure({ kind: 'offline' }, false)).toEqual({ kind: 'offline' })
  expect(classifyConfirmFailure({ kind: 'offline' }, true)).toEqual({ kind: 'unreachable' })
})

test('[SG19] too many attempts name the minutes to wait, rounded up', () => {
  const tooMany = (retryAfterSeconds: number | null) =>
    classifyConfirmFailure(problem('too-many-requests', { retryAfterSeconds }), true)
  expect(tooMany(null)).toEqual({ kind: 'too-many', minutes: 1 })
  expect(tooMany(0)).toEqual({ kind: 'too-many', minutes: 1 })
  expect(tooMany(61)).toEqual({ kind: 'too-many', minutes: 2 })
  expect(tooMany(3600)).toEqual({ kind: 'too-many', minutes: 60 })
})

test('[SG19] an address that the server takes for none is asked for again', () => {
  const refused = problem('validation', { errors: [{ field: 'email', code: 'format' }] })
  expect(classifyConfirmFailure(refused, true)).toEqual({ kind: 'email-refused' })
  const tokenRefused = problem('validation', { errors: [{ field: 'token', code: 'too_big' }] })
  expect(classifyConfirmFailure(tokenRefused, true)).toEqual({ kind: 'link-failed' })
})
