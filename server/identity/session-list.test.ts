import { afterAll, expect, test } from 'vitest'
import {
  aBrowser,
  aServer,
  createSignedInBrowser,
  readProblem,
  requestSignInMail,
} from '#tests/server/whole-server.ts'
import type { TestBrowser } from '#tests/server/whole-server.ts'

const SESSIONS = '/api/v1/sessions'
const CONFIRM = '/api/v1/sign-in-links/confirm'
const SESSION_COOKIE = 'dacapo.session_token'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const server = await aServer()
afterAll(() => server.close())

type Listed = { id: string; current: boolean; lastSeenAt: number; browser: string | null }

test('[ID23] lists every device by name, this one first, without tokens', async () => {
  const laptop = aBrowser(server)
  const { token } = await requestSignInMail(server, laptop, 'ada@example.org')
  await laptop.post(CONFIRM, { email: 'ada@example.org', token }, { 'user-agent': FIREFOX })
  const phone = await createSignedInBrowser(server, 'ada@example.org')
  await createSignedInBrowser(server, 'bob@example.org')

  const before = Date.now()
  const answer = await laptop.get(SESSIONS)
  const text = await answer.text()
  const device = {
    id: expect.any(String),
    createdAt: expect.any(Number),
    lastSeenAt: expect.any(Number),
    browser: null,
    system: null,
    current: false,
  }
  expect(JSON.parse(text)).toEqual({
    sessions: [{ ...device, browser: 'Firefox', system: 'Linux', current: true }, device],
  })
  expect(JSON.parse(text).sessions[0].lastSeenAt).toBeLessThanOrEqual(before)
  for (const browser of [laptop, phone]) expect(text).not.toContain(tokenOf(browser))
  const [there, here] = await sessionsOf(phone)
  expect([there?.current, here?.current]).toEqual([true, false])
})

test('[ID23] a session ended on another device is refused by every endpoint, with the reason', async () => {
  const [phone, thief] = [
    await createSignedInBrowser(server, 'lost@example.org'),
    await createSignedInBrowser(server, 'lost@example.org'),
  ]
  const stolen = (await sessionsOf(phone)).find(({ current }) => !current)
  const ended = await phone.send(`${SESSIONS}/${stolen?.id}`, { method: 'DELETE' })
  expect([ended.status, await ended.text()]).toEqual([204, ''])

  // Every other path is one of tests/security/break-ins.test.ts.
  const sync = { method: 'POST', body: {} }
  const asked = {
    [SESSIONS]: {},
    '/api/v1/live': {},
    '/api/v1/sync': sync,
    '/api/v1/account': { method: 'DELETE' },
  }
  for (const [path, sent] of Object.entries(asked))
    expect(await readProblem(thief.send(path, sent))).toEqual([401, 'session-revoked'])
  expect(await sessionsOf(phone)).toHaveLength(1)
  expect((await phone.get('/api/v1/session')).status).toBe(200)
})

test('[ID23] the session endpoint returns the reason on every request until the device signs out or in', async () => {
  const [phone, laptop] = [
    await createSignedInBrowser(server, 'why@example.org'),
    await createSignedInBrowser(server, 'why@example.org'),
  ]
  expect((await phone.send(SESSIONS, { method: 'DELETE' })).status).toBe(204)
  for (let times = 0; times < 2; times += 1)
    expect(await (await laptop.get('/api/v1/session')).json()).toEqual({
      user: null,
      stripeRole: null,
      signedInAt: null,
      ended: 'session-revoked',
    })
  expect((await laptop.post('/api/v1/sign-out')).status).toBe(204)
  expect(laptop.cookies.has(SESSION_COOKIE)).toBe(false)
  expect(await (await laptop.get('/api/v1/session')).json()).toMatchObject({ user: null, ended: null })
})

test('[ID34] a session older than 30 days can end itself, but others only after a new sign-in', async () => {
  const email = 'old@example.org'
  const [old, other] = [
    await createSignedInBrowser(server, email),
    await createSignedInBrowser(server, email),
  ]
  const sessions = await sessionsOf(old)
  const [here, there] = [sessions.find(({ current }) => current), sessions.find(({ current }) => !current)]
  await server.context.database.db
    .updateTable('session')
    .set({ createdAt: new Date(server.context.now() - 31 * 86_400_000) })
    .where('id', '=', here?.id ?? '')
    .execute()
  const end = async (browser: TestBrowser, path: string) =>
    (await browser.send(path, { method: 'DELETE' })).status
  for (const path of [SESSIONS, `${SESSIONS}/${there?.id}`]) {
    const refused = old.send(path, { method: 'DELETE' })
    expect(await readProblem(refused)).toEqual([403, 'fresh-session-required'])
  }
  expect(await sessionsOf(other)).toHaveLength(2)
  expect(await end(old, `${SESSIONS}/${here?.id}`)).toBe(204)
  expect(await end(await createSignedInBrowser(server, email), SESSIONS)).toBe(204)
})

async function sessionsOf(browser: TestBrowser): Promise<Listed[]> {
  return (await (await browser.get(SESSIONS)).json()).sessions
}

const tokenOf = (browser: TestBrowser) =>
  decodeURIComponent(browser.cookies.get(SESSION_COOKIE) ?? never()).split('.')[0] ?? never()

function never(): never {
  throw new Error('this cannot be')
}
