import { expect, test, afterEach, vi } from 'vitest'
import { matchScreenAddress } from '#core/protocol/screen-addresses.ts'
import { createAppServices } from '#web/app/create-app-services.ts'
import { PROBLEM_STATUS, type ProblemCode } from '#core/protocol/problem.ts'
import type { RequestFailure } from '#web/api/send-request.ts'
import { classifyConfirmFailure, redeemSignInLinkOnce, signInTokenIn } from './sign-in-link.ts'

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

vi.stubGlobal('document', new EventTarget())
vi.stubGlobal('window', new EventTarget())
const { identity } = createAppServices()

afterEach(() => vi.unstubAllGlobals())

/** Stands in for the server and counts confirmations; of sessions it says nothing. */
function aServerThat(answers: () => Promise<Response>) {
  const confirmed = vi.fn(answers)
  vi.stubGlobal('fetch', (path: string) =>
    path.endsWith('/confirm') ? confirmed() : Promise.reject(new TypeError('no network')),
  )
  return confirmed
}

const linkInvalid = async () =>
  new Response(
    JSON.stringify({ type: '/problems/link-invalid', title: 'x', status: 400, code: 'link-invalid' }),
    {
      status: 400,
      headers: { 'content-type': 'application/problem+json' },
    },
  )

test('[SG8] a screen that is drawn twice sends the link once', async () => {
  const server = aServerThat(linkInvalid)
  const [first, second] = await Promise.all([
    redeemSignInLinkOnce(identity, 'clara@example.org', 'token-1'),
    redeemSignInLinkOnce(identity, 'clara@example.org', 'token-1'),
  ])
  expect(server).toHaveBeenCalledTimes(1)
  expect(second).toBe(first)
  expect(first.kind).toBe('failed')
})

test('[SG8] the same link with another address is another try', async () => {
  const server = aServerThat(linkInvalid)
  await redeemSignInLinkOnce(identity, 'clara@example.org', 'token-2')
  await redeemSignInLinkOnce(identity, 'robert@example.org', 'token-2')
  expect(server).toHaveBeenCalledTimes(2)
})

test('[SG8] what has failed may be sent again', async () => {
  const server = aServerThat(() => Promise.reject(new TypeError('no network')))
  const failed = await redeemSignInLinkOnce(identity, 'clara@example.org', 'token-3')
  expect(failed).toMatchObject({ kind: 'failed', problem: { kind: 'offline' } })
  await redeemSignInLinkOnce(identity, 'clara@example.org', 'token-3')
  expect(server).toHaveBeenCalledTimes(2)
})

const problem = (
  code: ProblemCode,
  more: Partial<Extract<RequestFailure, { kind: 'problem' }>> = {},
): RequestFailure => ({
  kind: 'problem',
  status: PROBLEM_STATUS[code],
  code,
  detail: undefined,
  errors: [],
  retryAfterSeconds: null,
  ...more,
})

test('[SG19] only a refusal by our own server condemns a link', () => {
  expect(classifyConfirmFailure(problem('link-invalid'), true)).toEqual({ kind: 'link-failed' })
  expect(classifyConfirmFailure(problem('server-error'), true)).toEqual({ kind: 'server' })
  expect(classifyConfirmFailure({ kind: 'unexpected', status: 200 }, true)).toEqual({ kind: 'server' })
  expect(classifyConfirmFailure({ kind: 'unexpected', status: 404 }, true)).toEqual({ kind: 'server' })
})

test('[SG19] no network and no answer are told apart', () => {
  expect(classifyConfirmFailure({ kind: 'offline' }, false)).toEqual({ kind: 'offline' })
  expect(classifyConfirmFailure({ kind: 'offline' }, true)).toEqual({ kind: 'unreachable' })
})

test('[SG19] after too many attempts, and under another address than ORIGIN, the link is still good', () => {
  const tooMany = problem('too-many-requests', { retryAfterSeconds: 61 })
  expect(classifyConfirmFailure(tooMany, true)).toEqual({ kind: 'too-many', seconds: 61 })
  expect(classifyConfirmFailure(problem('foreign-origin'), true)).toEqual({ kind: 'foreign-origin' })
})

test('[SG19] an address that the server takes for none is asked for again', () => {
  const refused = problem('validation', { errors: [{ field: 'email', code: 'format' }] })
  expect(classifyConfirmFailure(refused, true)).toEqual({ kind: 'email-refused' })
  const tokenRefused = problem('validation', { errors: [{ field: 'token', code: 'too_big' }] })
  expect(classifyConfirmFailure(tokenRefused, true)).toEqual({ kind: 'link-failed' })
})
