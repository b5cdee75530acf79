import { expect, test } from 'vitest'
import { PROBLEM_STATUS, problemDocument, REJECTION_CODES } from './problem.ts'

test('[LS6] a change is refused for one of nine reasons', () => {
  expect(REJECTION_CODES.toSorted()).toEqual([
    'deleted',
    'invalid',
    'last-part',
    'library-full',
    'not-found',
    'server-error',
    'too-many-parts',
    'too-many-pieces',
    'unknown-kind',
  ])
})

test.each([
  ['link-invalid', 400],
  ['link-used', 400],
  ['signed-out', 401],
  ['session-revoked', 401],
  ['account-deleted', 401],
  ['fresh-session-required', 403],
  ['no-customer', 404],
  ['already-pro', 409],
  ['too-large', 413],
  ['validation', 422],
  ['client-too-old', 426],
  ['too-many-requests', 429],
  ['too-many-codes', 429],
  ['mail-failed', 502],
  ['billing-not-configured', 503],
] as const)('[HT1] %s travels with %i', (code, status) => {
  expect(PROBLEM_STATUS[code]).toBe(status)
  expect(problemDocument(code).status).toBe(status)
})

test('[HT1] every problem travels with a status of failure', () => {
  expect(Object.values(PROBLEM_STATUS).every(status => status >= 400 && status <= 599)).toBe(true)
})

test('[HT1] a problem document names its problem', () => {
  expect(problemDocument('too-many-requests')).toEqual({
    type: '/problems/too-many-requests',
    title: 'Too many requests',
    status: 429,
    code: 'too-many-requests',
  })
})

test('[HT1] details stand in it only where there are any', () => {
  const errors = [{ field: 'email', code: 'too-short' }]
  expect(problemDocument('validation', { detail: 'The address is too short.', errors })).toEqual({
    type: '/problems/validation',
    title: 'Validation',
    status: 422,
    code: 'validation',
    detail: 'The address is too short.',
    errors,
  })
  expect(Object.keys(problemDocument('validation'))).not.toContain('errors')
})
