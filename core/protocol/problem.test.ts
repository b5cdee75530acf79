import { expect, test } from 'vitest'
import { PROBLEM_STATUS, problemDocument } from './problem.ts'

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
