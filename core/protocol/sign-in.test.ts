import { expect, test } from 'vitest'
import { maskEmail } from './sign-in.ts'

test.each([
  ['paul@example.org', 'p…@example.org'],
  ['p@example.org', 'p…@example.org'],
  ['paul.klee@mail.example.org', 'p…@mail.example.org'],
])('[ID39] somebody else sees %s as %s', (email, masked) => expect(maskEmail(email)).toBe(masked))
