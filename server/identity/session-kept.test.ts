import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aBrowser, requestSignInMail, aServer, createSignedInBrowser } from '#tests/server/whole-server.ts'
import type { TestBrowser, TestServer } from '#tests/server/whole-server.ts'

const SESSION = '/api/v1/session'
const CONFIRM = '/api/v1/sign-in-links/confirm'
const DAY = 86_400_000
let server: TestServer

beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.close())

test('[SI4] a session request sent before a sign-in and answered after it leaves the new session in place', async () => {
  const email = 'late@example.org'
  const browser = await createSignedInBrowser(server, email)
  const late = await withCookiesOf(browser)
  const { token } = await requestSignInMail(server, browser, email)
  expect((await browser.post(CONFIRM, { email, token })).status).toBe(200)
  await late.get(SESSION)
  // The answer arrives at the browser that meanwhile has the cookie of the new session.
  for (const cookie of late.changes) browser.keep(cookie)
  expect(await (await browser.get(SESSION)).json()).toMatchObject({ user: { email } })
})

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
    // Only that this browser is known stays (ID27): it lets nobody in.
    expect([...browser.cookies.keys()].filter(name => name !== 'dacapo.known')).toEqual([])
  }
})

test('[SI4] a session that is deleted while being prolonged is treated as signed out, without an error', async () => {
  const own = await aServer()
  const browser = await createSignedInBrowser(own, 'rolling@example.org')
  const { db } = own.context.database
  await db
    .updateTable('session')
    .set({ expiresAt: new Date(Date.now() + 100 * DAY) })
    .execute()
  // What another request does between reading the row and writing it.
  await sql`create function gone() returns trigger language plpgsql as $$ begin return null; end $$`.execute(
    db,
  )
  await sql`create trigger gone before update on session for each row execute function gone()`.execute(db)
  const answer = await browser.get(SESSION)
  expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ user: null })])
  expect(answer.headers.getSetCookie()).toEqual([])
  await own.close()
})

test.each(['session', 'user', 'ended_session'] as const)(
  '[SI4][HT15] where the table %s cannot be read nobody is called signed out, no cookie changes, and nothing is printed past the log',
  async table => {
    using printed = vi.spyOn(console, 'error')
    const own = await aServer()
    const { db } = own.context.database
    const browser = await createSignedInBrowser(own, 'away@example.org')
    const before = new Map(browser.cookies)
    // Of a session that goes on nobody asks why it has ended.
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
    await own.close()
  },
)

test('[HT11] logs and counts the reason why a session cookie was refused, without naming its user', async () => {
  const token = 'a token that shows the figures'
  const own = await aServer({ METRICS_TOKEN: token, LIMITS: 'mailsPerEmail=100' })
  const { db } = own.context.database
  const email = 'why@example.org'
  const cases = {
    'not-ours': (browser: TestBrowser) => {
      for (const [name, value] of browser.cookies) browser.cookies.set(name, value.replace('.', '.A'))
    },
    'ran-out': () =>
      db
        .updateTable('session')
        .set({ expiresAt: new Date(0) })
        .execute(),
    ended: async () =>
      (await createSignedInBrowser(own, email)).send('/api/v1/sessions', { method: 'DELETE' }),
    unknown: async (browser: TestBrowser) => {
      const cookies = new Map(browser.cookies)
      await browser.post('/api/v1/sign-out')
      for (const [name, value] of cookies) browser.cookies.set(name, value)
    },
  }
  for (const [because, become] of Object.entries(cases)) {
    const browser = await createSignedInBrowser(own, email)
    const before = await counted(own, because, token)
    await become(browser)
    expect((await browser.get('/api/v1/sessions')).status).toBe(401)
    expect(await counted(own, because, token)).toBe(before + 1)
    const lines = own.logged.filter(line => line.includes(`"because":"${because}"`))
    expect(lines.map(line => JSON.parse(line))).toEqual([
      expect.objectContaining({ because, path: '/api/v1/sessions' }),
    ])
    const [secret = ''] = (browser.cookies.get('dacapo.session_token') ?? '').split('.')
    expect(secret).not.toBe('')
    expect(own.logged.join()).not.toContain(secret)
  }
  const before = own.logged.length
  await aBrowser(own).get('/api/v1/sessions')
  expect(own.logged.slice(before).join()).not.toContain('because')
  await own.close()
})

async function counted(at: TestServer, because: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  const text = await (await aBrowser(at).send('/metrics', { headers })).text()
  const series = `dacapo_refused_sessions_total{because="${because}"} `
  return Number(
    text
      .split('\n')
      .find(line => line.startsWith(series))
      ?.slice(series.length) ?? 0,
  )
}

/** The same browser's other request: with the cookies of this moment, and what its answers would change in them. */
async function withCookiesOf(browser: TestBrowser): Promise<TestBrowser & { changes: readonly string[] }> {
  const other = aBrowser(server)
  for (const [name, value] of browser.cookies) other.cookies.set(name, value)
  const changes: string[] = []
  const get = async (path: string) => {
    const answer = await other.get(path)
    changes.push(...answer.headers.getSetCookie())
    return answer
  }
  return { ...other, get, changes }
}
