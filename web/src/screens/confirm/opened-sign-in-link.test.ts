import { expect, test } from 'vitest'
import { matchScreenAddress } from '#core/protocol/screen-addresses.ts'
import { signInTokenIn } from './opened-sign-in-link.ts'

const TOKEN = 'DabcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ'
const [HEAD, TAIL] = [TOKEN.slice(0, 30), TOKEN.slice(30)]

// As a browser opens it: the parser of addresses removes line breaks and encodes spaces.
const opened = (link: string) => new URL(link)

test.each([
  ['nothing', `/confirm?token=${TOKEN}`],
  ['a full stop behind it', `/confirm?token=${TOKEN}.`],
  ['a comma', `/confirm?token=${TOKEN},`],
  ['a bracket', `/confirm?token=${TOKEN})`],
  ['an angle bracket', `/confirm?token=${TOKEN}%3E`],
  ['a quotation mark', `/confirm?token=${TOKEN}%22`],
  ['a German quotation mark', `/confirm?token=${TOKEN}%E2%80%9C`],
  ['a mark of Latin 1', `/confirm?token=${TOKEN}%93`],
  ['a space and the next word', `/confirm?token=${TOKEN}%20The%20link`],
  ['the next word without a space', `/confirm?token=${TOKEN}The`],
  ['a space before it', `/confirm?token=%20${TOKEN}`],
  ['&amp; before parameters', `/confirm?utm_source=mail&amp;token=${TOKEN}&amp;utm_medium=x`],
  ['tracking parameters', `/confirm?fbclid=IwAR0&token=${TOKEN}&utm_source=newsletter&_hsenc=p2A`],
  ['tracking in the fragment', `/confirm?token=${TOKEN}#mc_cid=1`],
  ['=3D', `/confirm?token=3D${TOKEN}`],
  ['=3D, encoded', `/confirm?token%3D3D${TOKEN}`],
  ['a soft line break', `/confirm?token=${HEAD}=\r\n${TAIL}`],
  ['a soft line break, encoded', `/confirm?token=${HEAD}=%0D%0A${TAIL}`],
  ['a soft line break and =3D', `/confirm?token==\n3D${HEAD}=\n${TAIL}`],
  ['a line break with a mark of a quoted mail', `/confirm?token=${HEAD}%0A%3E%20${TAIL}`],
  ['an encoded question mark', `/confirm%3Ftoken=${TOKEN}`],
  ['everything encoded', `/confirm%3Ftoken%3D${TOKEN}`],
  ['everything encoded twice', `/confirm%253Ftoken%253D${TOKEN}`],
  ['two slashes', `//confirm?token=${TOKEN}`],
  ['a slash behind the path', `/confirm/?token=${TOKEN}`],
  ['upper case before the token', `/CONFIRM?TOKEN=${TOKEN}`],
  ['an upper-case host', `/confirm?token=${TOKEN}`, 'HTTPS://DACAPO.EXAMPLE'],
])('[SG19] a link signs in with %s', (_, link, host = 'https://dacapo.example') => {
  const { origin, href, pathname } = opened(`${host}${link}`)
  expect(origin).toBe('https://dacapo.example')
  expect(matchScreenAddress(pathname)).toBe('/confirm')
  expect(signInTokenIn(href.slice(origin.length))).toBe(TOKEN)
})

test.each([
  ['cut before the token', '/confirm?token='],
  ['cut in the token', `/confirm?token=${HEAD}=`],
  ['cut, with parameters behind it', `/confirm?token=${HEAD}&utm_source=abcdefghijklmnopqrstuvwxyz`],
  ['without its token', '/confirm?utm_source=mail'],
  ['with digits in the token', `/confirm?token=${HEAD}1234${TAIL}`],
])('[SG19] a link that was %s is damaged', (_, link) => {
  expect(matchScreenAddress(opened(`https://dacapo.example${link}`).pathname)).toBe('/confirm')
  expect(signInTokenIn(link)).toBeNull()
})

test('[SG19] a very long address is read at once', () => {
  const started = performance.now()
  expect(
    signInTokenIn(`/confirm?${'token=1'.repeat(50_000)}${`token${'=>'.repeat(50_000)}`.repeat(4)}`),
  ).toBeNull()
  expect(performance.now() - started).toBeLessThan(1000)
})
