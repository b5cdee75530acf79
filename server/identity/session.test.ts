import { afterAll, expect, test, vi } from 'vitest'
import {
  aBrowser,
  requestSignInMail,
  aServer,
  findSessionEmail,
  createSignedInBrowser,
  readProblem,
} from '#tests/server/whole-server.ts'
import type { TestBrowser } from '#tests/server/whole-server.ts'
import { housekeepingJob } from '#server/jobs/housekeeping-job.ts'
import { parseDeviceFromUserAgent } from './session-routes.ts'

const CONFIRM = '/api/v1/sign-in-links/confirm'
const SESSION_COOKIE = 'dacapo.session_token'
const DAY = 86_400_000

const server = await aServer()
afterAll(() => server.close())

test('[ID8] the session cookie is HttpOnly and SameSite=Lax', async () => {
  const browser = aBrowser(server)
  const { token } = await requestSignInMail(server, browser, 'cookies@example.org')
  const answer = await browser.post(CONFIRM, { email: 'cookies@example.org', token })
  const pattern = /^dacapo\.session_token=[^;]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/
  expect(answer.headers.getSetCookie().filter(cookie => pattern.test(cookie))).toHaveLength(1)
})

test('[LS13] the live stream ends as soon as its session is signed out', async () => {
  const browser = await createSignedInBrowser(server, 'listening@example.org')
  const live = await browser.get('/api/v1/live')
  expect(live.status).toBe(200)
  await browser.post('/api/v1/sign-out')
  // Otherwise this would wait for the next pings, for minutes.
  expect(await live.text()).toMatch(/^(event: revision\ndata: \d+\n\n)*$/)
}, 30_000)

test('[ID8] signing in creates a new session and ends one that was planted in the browser', async () => {
  const attacker = await createSignedInBrowser(server, 'attacker@example.org')
  const planted = attacker.cookies.get(SESSION_COOKIE) ?? ''
  const victim = aBrowser(server)
  victim.cookies.set(SESSION_COOKIE, planted)
  const { token } = await requestSignInMail(server, victim, 'victim@example.org')
  await victim.post(CONFIRM, { email: 'victim@example.org', token })
  expect(victim.cookies.get(SESSION_COOKIE)).not.toBe(planted)
  expect(await findSessionEmail(victim)).toBe('victim@example.org')
  expect(await findSessionEmail(attacker)).toBeNull()
})

test('[ID8] the signature of a cookie has one spelling, so that limits per cookie count one', async () => {
  const browser = await createSignedInBrowser(server, 'spelled@example.org')
  const value = decodeURIComponent(browser.cookies.get(SESSION_COOKIE) ?? '')
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const last = letters.indexOf(value.at(-2) ?? '')
  // 43 base64 letters have two bits more than 32 bytes.
  for (const more of [1, 2, 3]) {
    const other = aBrowser(server)
    const spelled = `${value.slice(0, -2)}${letters.charAt(last + more)}=`
    other.cookies.set(SESSION_COOKIE, encodeURIComponent(spelled))
    expect(await findSessionEmail(other)).toBeNull()
  }
})

test('[ID8] a session ends a year after the sign-in, however often it was used', async () => {
  const browser = await createSignedInBrowser(server, 'loyal@example.org')
  const { user } = await (await browser.get('/api/v1/session')).json()
  const setAgeInDays = (days: number) =>
    server.context.database.db
      .updateTable('session')
      .set({ createdAt: new Date(Date.now() - days * DAY) })
      .where('userId', '=', user.id)
      .execute()
  await setAgeInDays(364)
  expect(await findSessionEmail(browser)).toBe('loyal@example.org')
  await setAgeInDays(366)
  expect(await findSessionEmail(browser)).toBeNull()
  expect(server.logged.join()).toContain('"because":"ran-out"')
})

test('[ID8][ID23] the session endpoint prolongs row and cookie of a session older than an hour and keeps when it was used; other endpoints do not', async () => {
  const browser = await createSignedInBrowser(server, 'rolling@example.org')
  const { user } = await (await browser.get('/api/v1/session')).json()
  const { db } = server.context.database
  const expiry = new Date(Date.now() + 100 * DAY)
  const ofUser = db.selectFrom('session').where('userId', '=', user.id)
  const rows = () => ofUser.select(['expiresAt', 'updatedAt']).execute()
  const old = { expiresAt: expiry, updatedAt: new Date(0) }
  await db.updateTable('session').set(old).where('userId', '=', user.id).execute()

  await browser.post('/api/v1/events', { events: [{ name: 'add_piece', at: 1 }] })
  expect(await rows()).toEqual([old])

  const answer = await browser.get('/api/v1/session')
  const [{ expiresAt, updatedAt }] = (await rows()) as [{ expiresAt: Date; updatedAt: Date }]
  expect(expiresAt.getTime()).toBeGreaterThan(Date.now() + 179 * DAY)
  expect(updatedAt.getTime()).toBeGreaterThan(Date.now() - DAY)
  expect(answer.headers.getSetCookie().join()).toContain('Max-Age=15552000')
})

test('[ID8] signing out ends the session on the server, so that a copied cookie is worthless', async () => {
  const browser = await createSignedInBrowser(server, 'leaving@example.org')
  const copy = aBrowser(server)
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
  expect((await browser.post('/api/v1/sign-out')).status).toBe(204)
  expect(browser.cookies.has(SESSION_COOKIE)).toBe(false)
  expect(await findSessionEmail(copy)).toBeNull()
})

test('[ID8] signing out fails if the session could not be ended', async () => {
  const broken = await aServer()
  const browser = await createSignedInBrowser(broken, 'staying@example.org')
  await broken.context.database.db.schema.alterTable('session').renameTo('gone').execute()
  const answer = await browser.post('/api/v1/sign-out')
  expect(answer.status).toBe(500)
  expect(answer.headers.getSetCookie()).toEqual([])
  await broken.close()
})

test('[ID18] none of Better Auth’s own routes can be reached', async () => {
  const browser = await createSignedInBrowser(server, 'routes@example.org')
  const routes = 'get-session list-sessions sign-in/magic-link magic-link/verify ok link-social sign-in/email'
  for (const path of routes.split(' ')) {
    expect((await browser.get(`/api/auth/${path}`)).status).toBe(404)
    expect((await browser.post(`/api/auth/${path}`, {})).status).toBe(404)
  }
})

const SESSIONS = '/api/v1/sessions'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

type Listed = { id: string; current: boolean; lastSeenAt: number; browser: string | null }

test('[ID23] lists every device by name with the time of its last use, this one first, without tokens', async () => {
  const laptop = aBrowser(server)
  const { token } = await requestSignInMail(server, laptop, 'ada@example.org')
  await laptop.post(CONFIRM, { email: 'ada@example.org', token }, { 'user-agent': FIREFOX })
  const phone = await createSignedInBrowser(server, 'ada@example.org')
  await createSignedInBrowser(server, 'bob@example.org')

  const lastSeenAt = Date.now() - 5 * DAY
  const { db } = server.context.database
  await db
    .updateTable('session')
    .set({ updatedAt: new Date(lastSeenAt) })
    .execute()
  const answer = await laptop.get(SESSIONS)
  const text = await answer.text()
  const device = {
    id: expect.any(String),
    createdAt: expect.any(Number),
    lastSeenAt,
    browser: null,
    system: null,
    current: false,
  }
  expect(JSON.parse(text)).toEqual({
    sessions: [{ ...device, browser: 'Firefox', system: 'Linux', current: true }, device],
  })
  for (const browser of [laptop, phone]) expect(text).not.toContain(tokenOf(browser))
  const [there, here] = await sessionsOf(phone)
  expect([there?.current, here?.current]).toEqual([true, false])
  // The account screen shows only the first four at first, so the latest must come first.
  await createSignedInBrowser(server, 'ada@example.org')
  const [, latest] = await sessionsOf(phone)
  expect(latest?.lastSeenAt).toBeGreaterThan(lastSeenAt)
  await db.updateTable('session').set({ expiresAt: new Date() }).where('userAgent', '=', FIREFOX).execute()
  expect(await sessionsOf(phone)).toHaveLength(2)
})

test('[ID23] a session ended on another device is refused by every endpoint, with the reason', async () => {
  const [phone, thief] = [
    await createSignedInBrowser(server, 'lost@example.org'),
    await createSignedInBrowser(server, 'lost@example.org'),
  ]
  const stolen = (await sessionsOf(phone)).find(({ current }) => !current)
  const ended = await phone.send(`${SESSIONS}/${stolen?.id}`, { method: 'DELETE' })
  expect([ended.status, await ended.text()]).toEqual([204, ''])

  // tests/security/break-ins.test.ts covers every other path.
  const sync = { method: 'POST', body: {} }
  const requests = {
    [SESSIONS]: {},
    '/api/v1/live': {},
    '/api/v1/sync': sync,
    '/api/v1/account': { method: 'DELETE' },
  }
  for (const [path, sent] of Object.entries(requests))
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
  await housekeepingJob.run(server.context.database.db, server.context.now() + 179 * DAY, () => true)
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

const SESSION = '/api/v1/session'

test('[SI4] only signing out deletes the cookie of an invalid session, whatever made it invalid', async () => {
  const expired = await createSignedInBrowser(server, 'ran-out@example.org')
  await server.context.database.db
    .updateTable('session')
    .set({ expiresAt: new Date(Date.now() - DAY) })
    .execute()
  const forged = aBrowser(server)
  forged.cookies.set('dacapo.session_token', 'nonsense.signature')
  for (const browser of [expired, forged]) {
    for (let times = 0; times < 2; times += 1) {
      const answer = await browser.get(SESSION)
      expect(await answer.json()).toMatchObject({ user: null, ended: null })
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    await browser.post('/api/v1/sign-out')
    // The cookie of a known browser (ID27) stays: it signs nobody in.
    expect([...browser.cookies.keys()].filter(name => name !== 'dacapo.known')).toEqual([])
  }
})

test.each(['session', 'user', 'ended_session'] as const)(
  '[SI4][HT15] where the table %s cannot be read nobody is called signed out, no cookie changes, and nothing is printed past the log',
  async table => {
    using printed = vi.spyOn(console, 'error')
    const ownServer = await aServer()
    const { db } = ownServer.context.database
    const browser = await createSignedInBrowser(ownServer, 'away@example.org')
    const before = new Map(browser.cookies)
    // This table is read only for a session that is no longer there.
    if (table === 'ended_session') await db.deleteFrom('session').execute()
    await db.schema.alterTable(table).renameTo('gone').execute()
    for (const path of [SESSION, '/api/v1/sessions', '/api/v1/live']) {
      const answer = await browser.get(path)
      expect([path, answer.status >= 500]).toEqual([path, true])
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    expect(printed).not.toHaveBeenCalled()
    expect(browser.cookies).toEqual(before)
    await db.schema.alterTable('gone').renameTo(table).execute()
    const after = await (await browser.get(SESSION)).json()
    expect(after.user?.email ?? null).toBe(table === 'ended_session' ? null : 'away@example.org')
    await ownServer.close()
  },
)

test('[HT11] logs the reason why a session cookie was refused, without naming its user', async () => {
  const ownServer = await aServer({ LIMITS: 'mailsPerEmail=100' })
  const sessions = ownServer.context.database.db.updateTable('session')
  const email = 'why@example.org'
  const cases = {
    'not-ours': (browser: TestBrowser) => {
      for (const [name, value] of browser.cookies) browser.cookies.set(name, value.replace('.', '.A'))
    },
    'ran-out': () => sessions.set({ expiresAt: new Date(0) }).execute(),
    ended: async () =>
      (await createSignedInBrowser(ownServer, email)).send('/api/v1/sessions', { method: 'DELETE' }),
    unknown: async (browser: TestBrowser) => {
      const cookies = new Map(browser.cookies)
      await browser.post('/api/v1/sign-out')
      for (const [name, value] of cookies) browser.cookies.set(name, value)
    },
  }
  for (const [because, invalidate] of Object.entries(cases)) {
    const browser = await createSignedInBrowser(ownServer, email)
    await invalidate(browser)
    expect((await browser.get('/api/v1/sessions')).status).toBe(401)
    const lines = ownServer.logged.filter(line => line.includes(`"because":"${because}"`))
    expect(lines.map(line => JSON.parse(line))).toEqual([
      expect.objectContaining({ because, path: '/api/v1/sessions' }),
    ])
    const [secret = ''] = (browser.cookies.get('dacapo.session_token') ?? '').split('.')
    expect(secret).not.toBe('')
    expect(ownServer.logged.join()).not.toContain(secret)
  }
  await ownServer.close()
})

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const IPHONE = '(iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [`(Linux; Android 10; K) ${WEBKIT} Chrome/141.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
  [`(Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 'Edge', 'Windows'],
  [`(X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`, 'Chrome', 'ChromeOS'],
  [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone'],
  [`${IPHONE} CriOS/141.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone'],
  ['(Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox', 'Android'],
  [null, null, null],
])('[ID23] %s is %s on %s', (userAgent, browser, system) => {
  expect(parseDeviceFromUserAgent(userAgent && `Mozilla/5.0 ${userAgent}`)).toEqual({ browser, system })
})
