import { expect, test } from 'vitest'
import { extractSignInCodeDigits } from './code-digits.ts'

test.each([
  ['123 456', '123456'],
  [' 123-456\n', '123456'],
  ['1234567', '123456'],
  ['code', ''],
])('[SG4] of %j the code is %j', (typed, code) => {
  expect(extractSignInCodeDigits(typed)).toBe(code)
})
