import { expect, test } from 'vitest'
import { emailFault } from './email-field.tsx'

test('[SG1] an address is required', () => {
  expect(emailFault('')).toBe('required')
  expect(emailFault('   ')).toBe('required')
})

test('[SG1] an address has at least 5 characters', () => {
  expect(emailFault('a@b.')).toBe('emailTooShort')
  expect(emailFault('  cla  ')).toBe('emailTooShort')
  expect(emailFault('a@b.c')).toBe(null)
})

test.each([
  'clara',
  'clara@example',
  'clara@@example.org',
  'clara @example.org',
  'clara@example..org',
  '@example.org',
])('[SG1] "%s" is no plausible address', address => expect(emailFault(address)).toBe('emailImplausible'))

test.each([
  'clara@example.org',
  ' clara@example.org ',
  'c.wieck+noten@mail.leipzig.example',
  'juergen@müller.example',
])('[SG1] "%s" may be sent: whether it exists, the mail will tell', address =>
  expect(emailFault(address)).toBe(null),
)

test.each(['jürgen@example.org', 'clara.é@müller.example', '日本@example.org'])(
  '[SG1] "%s" is an address that mail does not carry',
  address => expect(emailFault(address)).toBe('emailNotAscii'),
)

test('[SG1] an address longer than mail can carry is refused', () => {
  expect(emailFault(`${'a'.repeat(250)}@example.org`)).toBe('emailImplausible')
})
