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

test('[SG19] after too many attempts, and under another address than ORIGIN, the link is still good', () => {
  const tooMany = problem('too-many-requests', { retryAfterSeconds: 61 })
  expect(classifyConfirmFailure(tooMany, true)).toEqual({ kind: 'too-many', seconds: 61 })
  expect(classifyConfirmFailure(problem('foreign-origin'), true)).toEqual({ kind: 'foreign-origin' })
})

test('[SG19] an address that the server takes for none is asked for again', () => {
  const refused = problem('validation', { errors: [{ field: 'email', code: 'format' }] })
  expect(classifyConfirmFailure(refused, true)).toEqual({ kind: 'email-refused' })
  const tokenRefused = problem('validation', { errors: [{ field: 'token', code: 'too_big' }] })
  expect(classifyConfirmFailure(tokenRefused, true)).toEqual({ kind: 'link-failed' })
})
