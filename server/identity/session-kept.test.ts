import { afterAll, expect, test, vi } from 'vitest'
import { aBrowser, aServer, createSignedInBrowser } from '#tests/server/whole-server.ts'
import type { TestBrowser } from '#tests/server/whole-server.ts'

const SESSION = '/api/v1/session'
const DAY = 86_400_000

const server = await aServer()
afterAll(() => server.close())

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

test('[HT11] logs the reason why a session cookie was refused, without naming its user', async () => {
  const own = await aServer({ LIMITS: 'mailsPerEmail=100' })
  const sessions = own.context.database.db.updateTable('session')
  const email = 'why@example.org'
  const cases = {
    'not-ours': (browser: TestBrowser) => {
      for (const [name, value] of browser.cookies) browser.cookies.set(name, value.replace('.', '.A'))
    },
    'ran-out': () => sessions.set({ expiresAt: new Date(0) }).execute(),
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
    await become(browser)
    expect((await browser.get('/api/v1/sessions')).status).toBe(401)
    const lines = own.logged.filter(line => line.includes(`"because":"${because}"`))
    expect(lines.map(line => JSON.parse(line))).toEqual([
      expect.objectContaining({ because, path: '/api/v1/sessions' }),
    ])
    const [secret = ''] = (browser.cookies.get('dacapo.session_token') ?? '').split('.')
    expect(secret).not.toBe('')
    expect(own.logged.join()).not.toContain(secret)
  }
  await own.close()
})
