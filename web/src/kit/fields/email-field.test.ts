import { expect, test } from 'vitest'
import { findEmailFault } from './email-field.tsx'

test.each([
  ['   ', 'required'],
  ['a@b.', 'emailTooShort'],
  ['clara', 'emailImplausible'],
  ['clara@example', 'emailImplausible'],
  ['clara@@example.org', 'emailImplausible'],
  ['clara @example.org', 'emailImplausible'],
  ['clara@example..org', 'emailImplausible'],
  ['@example.org', 'emailImplausible'],
  // Longer than e-mail allows.
  [`${'a'.repeat(250)}@example.org`, 'emailImplausible'],
  // A domain may have umlauts, the part before the @ none.
  ['clara.é@müller.example', 'emailNotAscii'],
  ['日本@example.org', 'emailNotAscii'],
  // Only a mail can show whether it exists.
  ['a@b.c', null],
  [' clara@example.org ', null],
  ['c.wieck+noten@mail.leipzig.example', null],
  ['juergen@müller.example', null],
])('[SG1] the address "%s" has the fault %s', (address, fault) => expect(findEmailFault(address)).toBe(fault))
