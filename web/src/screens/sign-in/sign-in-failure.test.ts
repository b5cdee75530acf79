import { expect, test } from 'vitest'
import { PROBLEM_STATUS, type ProblemCode } from '#core/protocol/problem.ts'
import type { RequestFailure } from '#web/api/send-request.ts'
import { classifySignInLinkFailure, signInFailureMessageOf } from './sign-in-failure.ts'

const problem = (
  code: ProblemCode,
  more: Partial<Extract<RequestFailure, { kind: 'problem' }>> = {},
): RequestFailure => ({
  kind: 'problem',
  status: PROBLEM_STATUS[code],
  code,
  errors: [],
  retryAfterSeconds: null,
  ...more,
})

test.each<[string, RequestFailure, 'address' | 'code', string | undefined]>([
  ['no network', { kind: 'offline' }, 'address', 'failure.offline'],
  ['too many addresses', problem('too-many-requests'), 'address', 'failure.tooManyRequests'],
  ['too many codes', problem('too-many-requests'), 'code', 'failure.tooManyTries'],
  ['no mail', problem('mail-failed'), 'address', 'failure.mailFailed'],
  ['no address', problem('validation'), 'address', 'failure.emailRefused'],
  ['another origin', problem('foreign-origin'), 'address', 'failure.foreignOrigin'],
  // Every other failure has only the generic toast.
  ['an answer of nobody', { kind: 'unexpected', status: 500 }, 'address', undefined],
  ['a fault of the server', problem('server-error'), 'address', undefined],
])('[ID12] %s has its own sentence, or only the toast', (_, failure, sent, key) => {
  expect(signInFailureMessageOf(failure, sent)?.key).toBe(key)
})

test('[PB4] a temporary refusal says how long it lasts, or a minute', () => {
  const refused = problem('too-many-requests', { retryAfterSeconds: 700 })
  expect(signInFailureMessageOf(refused, 'address')?.seconds).toBe(700)
  expect(signInFailureMessageOf(problem('too-many-requests'), 'address')?.seconds).toBe(60)
})

const refusedField = (field: string) => problem('validation', { errors: [{ field, code: 'format' }] })

test.each<[string, RequestFailure, boolean, ReturnType<typeof classifySignInLinkFailure>]>([
  ['our own server refuses it', problem('link-invalid'), true, { kind: 'link-failed' }],
  ['its token is none', refusedField('token'), true, { kind: 'link-failed' }],
  ['its address is none', refusedField('email'), true, { kind: 'email-refused' }],
  ['the server is in trouble', problem('server-error'), true, { kind: 'server' }],
  ['somebody else answers', { kind: 'unexpected', status: 200 }, true, { kind: 'server' }],
  ['there is no network', { kind: 'offline' }, false, { kind: 'offline' }],
  ['there is no answer', { kind: 'offline' }, true, { kind: 'unreachable' }],
  ['the origin is another', problem('foreign-origin'), true, { kind: 'foreign-origin' }],
  [
    'there were too many',
    problem('too-many-requests', { retryAfterSeconds: 61 }),
    true,
    { kind: 'too-many', seconds: 61 },
  ],
])('[SG19] what keeps a link from signing in is told apart: %s', (_, failure, isOnline, verdict) => {
  expect(classifySignInLinkFailure(failure, isOnline)).toEqual(verdict)
})
