import { afterAll, expect, test } from 'vitest'
import {
  aBrowser,
  requestSignInMail,
  aServer,
  findSessionEmail,
  createSignedInBrowser,
} from '#tests/server/whole-server.ts'

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
  // Without an end this would wait until the next pings, for minutes.
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
  // The last letter of 43 holds two bits more than 32 bytes have.
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
  const beganBefore = (days: number) =>
    server.context.database.db
      .updateTable('session')
      .set({ createdAt: new Date(Date.now() - days * DAY) })
      .where('userId', '=', user.id)
      .execute()
  await beganBefore(364)
  expect(await findSessionEmail(browser)).toBe('loyal@example.org')
  await beganBefore(366)
  expect(await findSessionEmail(browser)).toBeNull()
  expect(server.logged.join()).toContain('"because":"ran-out"')
})

test('[ID8] the session endpoint prolongs row and cookie of a session older than an hour; other endpoints do not', async () => {
  const browser = await createSignedInBrowser(server, 'rolling@example.org')
  const { user } = await (await browser.get('/api/v1/session')).json()
  const { db } = server.context.database
  const expiry = new Date(Date.now() + 100 * DAY)
  const rows = () => db.selectFrom('session').select('expiresAt').where('userId', '=', user.id).execute()
  await db.updateTable('session').set({ expiresAt: expiry }).where('userId', '=', user.id).execute()

  await browser.post('/api/v1/events', { events: [{ name: 'add_piece', at: 1 }] })
  expect(await rows()).toEqual([{ expiresAt: expiry }])

  const answer = await browser.get('/api/v1/session')
  const [{ expiresAt }] = (await rows()) as [{ expiresAt: Date }]
  expect(expiresAt.getTime()).toBeGreaterThan(Date.now() + 179 * DAY)
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
