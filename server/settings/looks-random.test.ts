import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { looksRandom } from './looks-random.ts'

test.each([
  ['too short', 'q2Zr8vK1nXw5tYbD3mHcJ7sLpF9gUaE'],
  ['one character', 'x'.repeat(64)],
  ['a repeated word', 'change me please '.repeat(3)],
  ['repeated digits', '0123456789'.repeat(4)],
  ['the alphabet', 'abcdefghijklmnopqrstuvwxyz0123456789'],
  ['the alphabet backwards', 'zyxwvutsrqponmlkjihgfedcba9876543210'],
  ['a sentence', 'nobody will ever guess this sentence of mine'],
  ['what examples say', 'your-secret-key-at-least-32-characters-long'],
  ['what examples say in capitals', 'PLEASE_REPLACE_THIS_BY_A_SECRET_OF_YOUR_OWN'],
])('[CF2] %s does not look random', (_, text) => {
  expect(looksRandom(text, 32)).toBe(false)
})

test('[CF2] so do 32 random bytes that happened to be written in almost nothing but capitals', () => {
  expect(looksRandom('ZGSPAEHTyZCOVMDFRfTRtEUPYF5TGBEISPeHEGREGQU', 32)).toBe(true)
})

test('[CF2] what a machine makes looks random, in every form', () => {
  const refused = Array.from({ length: 3000 }, () => {
    const bytes = randomBytes(32)
    return [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')]
  })
    .flat()
    .filter(text => !looksRandom(text, 32))
  expect(refused).toEqual([])
})
