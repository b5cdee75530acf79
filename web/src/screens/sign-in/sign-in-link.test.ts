import { expect, test } from 'vitest'
import { findScreenPathPattern } from '#core/protocol/screen-addresses.ts'
import { extractSignInToken } from './sign-in-link.ts'

const TOKEN = 'DabcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ'
const [HEAD, TAIL] = [TOKEN.slice(0, 30), TOKEN.slice(30)]

test.each([
  ['nothing', `/confirm?token=${TOKEN}`],
  ['a full stop behind it', `/confirm?token=${TOKEN}.`],
  ['an angle bracket', `/confirm?token=${TOKEN}%3E`],
  ['a German quotation mark', `/confirm?token=${TOKEN}%E2%80%9C`],
  ['the next word without a space', `/confirm?token=${TOKEN}The`],
  ['a space before it', `/confirm?token=%20${TOKEN}`],
  ['&amp; before parameters', `/confirm?utm_source=mail&amp;token=${TOKEN}&amp;utm_medium=x`],
  ['a soft line break, encoded', `/confirm?token=${HEAD}=%0D%0A${TAIL}`],
  ['a soft line break and =3D', `/confirm?token==\n3D${HEAD}=\n${TAIL}`],
  ['a line break with a mark of a quoted mail', `/confirm?token=${HEAD}%0A%3E%20${TAIL}`],
  ['everything encoded twice', `/confirm%253Ftoken%253D${TOKEN}`],
  ['two slashes and upper case before the token', `//CONFIRM/?TOKEN=${TOKEN}`],
])('[SG19] a link signs in with %s', (_, link) => {
  // As in a browser, the URL parser removes line breaks and encodes spaces.
  const { origin, href, pathname } = new URL(`https://dacapo.example${link}`)
  expect(findScreenPathPattern(pathname)).toBe('/confirm')
  expect(extractSignInToken(href.slice(origin.length))).toBe(TOKEN)
})

test.each([
  ['cut before the token', '/confirm?token='],
  ['cut in the token', `/confirm?token=${HEAD}=`],
  ['cut, with parameters behind it', `/confirm?token=${HEAD}&utm_source=abcdefghijklmnopqrstuvwxyz`],
  ['without its token', '/confirm?utm_source=mail'],
  ['with digits in the token', `/confirm?token=${HEAD}1234${TAIL}`],
])('[SG19] a link that was %s is damaged', (_, link) => {
  expect(findScreenPathPattern(new URL(`https://dacapo.example${link}`).pathname)).toBe('/confirm')
  expect(extractSignInToken(link)).toBeNull()
})

test('[SG19] a very long address is read at once', () => {
  const started = performance.now()
  expect(
    extractSignInToken(`/confirm?${'token=1'.repeat(50_000)}${`token${'=>'.repeat(50_000)}`.repeat(4)}`),
  ).toBeNull()
  expect(performance.now() - started).toBeLessThan(1000)
})
