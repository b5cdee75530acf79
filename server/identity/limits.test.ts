import { afterEach, expect, test } from 'vitest'
import { aBrowser, requestSignInMail, aServer, readProblem } from '#tests/server/whole-server.ts'
import type { TestBrowser, TestServer } from '#tests/server/whole-server.ts'

const LINKS = '/api/v1/sign-in-links'
const CONFIRM = '/api/v1/sign-in-links/confirm'
const KNOWN = 'dacapo.known'
const HOUR = 3_600_000
// The address of a whole school, or of a proxy that the server does not know.
const NETWORK = '203.0.113.7'
let server: TestServer

afterEach(() => server.close())

test('[ID11] an address gets five mails an hour, from any client, and five more in the next hour', async () => {
  server = await aServer()
  const ask = (email: string) => aBrowser(server).post(LINKS, { email, language: 'en' })
  const statuses = []
  for (let count = 0; count < 6; count += 1) statuses.push((await ask('kai@example.org')).status)
  expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
  expect((await ask(' KAI@example.org')).status).toBe(429)
  expect((await ask('kai+1@example.org')).status).toBe(429)
  expect((await ask('another@example.org')).status).toBe(204)

  const refused = await ask('kai@example.org')
  expect(await refused.json()).toMatchObject({ code: 'too-many-requests', status: 429 })
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(3500)
  expect(wait).toBeLessThanOrEqual(3600)
  server.pass(wait * 1000)
  expect((await ask('kai@example.org')).status).toBe(204)
})

test('[ID11] a client with many wrong confirmations has to wait, but right ones are never refused', async () => {
  server = await aServer({ LIMITS: 'wrongSignInsPerClient=2' })
  const stranger = aBrowser(server, NETWORK)
  const guess = () => stranger.post(CONFIRM, { email: 'kai@example.org', token: 'guessed' })
  expect([(await guess()).status, (await guess()).status, (await guess()).status]).toEqual([400, 400, 429])
  expect(Number((await guess()).headers.get('retry-after'))).toBeGreaterThan(0)

  const neighbor = aBrowser(server, NETWORK)
  for (const proof of ['token', 'code'] as const) {
    const mail = await requestSignInMail(server, neighbor, 'kai@example.org')
    const body = { email: 'kai@example.org', [proof]: mail[proof] }
    expect((await neighbor.post(CONFIRM, body)).status).toBe(200)
  }
})

test('[ID11] IPv6 clients are counted by /64, and a /48 gets ten times as much', async () => {
  server = await aServer({ LIMITS: 'mailsPerClient=2' })
  const statusFrom = async (address: string, email: string) =>
    (await aBrowser(server, address).post(LINKS, { email, language: 'en' })).status
  expect(await statusFrom('2001:db8:1:1::1', 'a@example.org')).toBe(204)
  expect(await statusFrom('2001:db8:1:1::2', 'b@example.org')).toBe(204)
  expect(await statusFrom('2001:db8:1:1:ffff::3', 'c@example.org')).toBe(429)
  for (let network = 2; network <= 19; network += 1)
    expect(await statusFrom(`2001:db8:1:${network}::1`, `${network}@example.org`)).toBe(204)
  expect(await statusFrom('2001:db8:1:99::1', 'late@example.org')).toBe(429)
  expect(await statusFrom('2001:db8:2:99::1', 'late@example.org')).toBe(204)
})

test('[ID27] after twenty wrong codes a day for an address, only links sign in and mails contain no code', async () => {
  server = await aServer({ LIMITS: 'mailsPerEmail=1000' })
  const email = 'kai@example.org'
  const waiting = await getCode(email)
  const guessed = [await getCode(email), await getCode(email), await getCode(email), await getCode(email)]
  // Thirty at once, of which only twenty may be compared.
  const wrong = [...guessed, await getCode(email), await getCode(email)].flatMap(({ browser, code }) =>
    [1, 2, 3, 4, 5].map(add => browser.post(CONFIRM, { email, code: wrongCode(code, add) })),
  )
  const statuses = (await Promise.all(wrong)).map(({ status }) => status)
  expect(statuses.filter(status => status === 400)).toHaveLength(20)
  expect(statuses.filter(status => status === 429)).toHaveLength(10)

  const right = await waiting.browser.post(CONFIRM, { email, code: waiting.code })
  expect(await readProblem(right.clone())).toEqual([429, 'too-many-codes'])
  expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(86_000)
  const browser = aBrowser(server)
  server.pass(1000)
  expect((await browser.post(LINKS, { email, language: 'en' })).status).toBe(204)
  const { text } = await newestMail(email)
  expect(text).toContain('This mail holds no code')
  expect(text).not.toMatch(/\b\d{6}\b/)
  expect(await readProblem(browser.post(CONFIRM, { email, code: '123456' }))).toEqual([429, 'too-many-codes'])
  const token = /confirm\?token=(\w+)/.exec(text)?.[1]
  expect((await browser.post(CONFIRM, { email, token })).status).toBe(200)

  server.pass(24 * HOUR)
  const { code, browser: tomorrow } = await getCode(email)
  expect((await tomorrow.post(CONFIRM, { email, code })).status).toBe(200)
})

test('[ID27] only guesses at an existing code count, and a right code is refunded', async () => {
  server = await aServer({ LIMITS: 'mailsPerEmail=1000' })
  const email = 'kai@example.org'
  for (let count = 0; count < 25; count += 1) await aBrowser(server).post(CONFIRM, { email, code: '123456' })
  for (let count = 0; count < 21; count += 1) {
    const { browser, code } = await getCode(email)
    expect((await browser.post(CONFIRM, { email, code })).status).toBe(200)
  }
})

test('[ID27] a browser that has signed in has limits of its own, which strangers cannot use up', async () => {
  server = await aServer({ LIMITS: 'mailsPerClient=6' })
  const email = 'kai@example.org'
  const owner = aBrowser(server, NETWORK)
  // Five others have used this computer before.
  for (const other of ['a@b.org', 'b@b.org', 'c@b.org', 'd@b.org', 'e@b.org']) {
    const { token } = await requestSignInMail(server, owner, other)
    await owner.post(CONFIRM, { email: other, token })
  }
  server.pass(HOUR)
  const { token } = await requestSignInMail(server, owner, email)
  expect((await owner.post(CONFIRM, { email, token })).status).toBe(200)
  await owner.post('/api/v1/sign-out')

  const strangers = []
  for (let count = 0; count < 4; count += 1) strangers.push(await getCode(email, NETWORK))
  for (const { browser, code } of strangers)
    for (const add of [1, 2, 3, 4, 5]) await browser.post(CONFIRM, { email, code: wrongCode(code, add) })
  expect((await aBrowser(server).post(CONFIRM, { email, code: '123456' })).status).toBe(429)
  const ask = (browser: TestBrowser, address = email) =>
    browser.post(LINKS, { email: address, language: 'en' })
  expect((await ask(aBrowser(server))).status).toBe(429)
  expect((await ask(aBrowser(server, NETWORK), 'uses-up-the-client@example.org')).status).toBe(204)
  expect((await ask(aBrowser(server, NETWORK), 'somebody-else@example.org')).status).toBe(429)

  const { code } = await requestSignInMail(server, owner, email)
  expect((await owner.post(CONFIRM, { email, code })).status).toBe(200)
  // The allowance is only for the address that has signed in, and it is limited, too.
  expect((await ask(owner, 'another@example.org')).status).toBe(429)
  const statuses = []
  for (let count = 0; count < 5; count += 1) statuses.push((await ask(owner)).status)
  expect(statuses).toEqual([204, 204, 204, 204, 429])
})

test('[ID27] the cookie is signed, contains no address, is HttpOnly, and is cleared with the account', async () => {
  server = await aServer({ LIMITS: 'mailsPerEmail=1' })
  const email = 'kai@example.org'
  const browser = aBrowser(server)
  const { code } = await requestSignInMail(server, browser, email)
  const signedIn = await browser.post(CONFIRM, { email, code })
  const set = signedIn.headers.getSetCookie().find(cookie => cookie.startsWith(KNOWN)) ?? ''
  expect(set).toMatch(/; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
  const known = browser.cookies.get(KNOWN) ?? ''
  expect(decodeURIComponent(known)).not.toMatch(/kai|example/)
  const forged = aBrowser(server)
  forged.cookies.set(KNOWN, `${known.slice(0, 5)}${known[5] === 'x' ? 'y' : 'x'}${known.slice(6)}`)
  expect((await forged.post(LINKS, { email, language: 'en' })).status).toBe(429)
  const copied = aBrowser(server)
  copied.cookies.set(KNOWN, known)
  expect((await copied.post(LINKS, { email, language: 'en' })).status).toBe(204)

  const deleted = await browser.send('/api/v1/account', { method: 'DELETE' })
  expect(deleted.status).toBe(204)
  expect(browser.cookies.has(KNOWN)).toBe(false)
})

test('[ID11] rate limits store neither the address nor the client in readable form', async () => {
  server = await aServer()
  await aBrowser(server, '203.0.113.7').post(LINKS, { email: 'kai@example.org', language: 'en' })
  const rows = await server.context.database.db.selectFrom('rate_limit').selectAll().execute()
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toMatch(/kai|203\.0\.113/)
})

async function getCode(email: string, network?: string): Promise<{ browser: TestBrowser; code: string }> {
  const browser = aBrowser(server, network)
  const { code } = await requestSignInMail(server, browser, email)
  return { browser, code }
}

const newestMail = (email: string) =>
  server.context.database.db
    .selectFrom('mailbox')
    .select('text')
    .where('to_address', '=', email)
    .orderBy('at', 'desc')
    .executeTakeFirstOrThrow()

const wrongCode = (code: string, add: number) => String((Number(code) + add) % 1_000_000).padStart(6, '0')
