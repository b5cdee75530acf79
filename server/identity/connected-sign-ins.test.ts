import { afterAll, expect, test } from 'vitest'
import {
  completeProviderPages,
  signInWithProvider,
  listSignInMethods,
  connectFromAccountScreen,
  outcomeOf,
} from '#tests/identity/provider-sign-in.ts'
import {
  aBrowser,
  aServer,
  findSessionEmail,
  readProblem,
  createSignedInBrowser,
  findSession,
} from '#tests/server/whole-server.ts'
import type { TestBrowser } from '#tests/server/whole-server.ts'

const SIGN_INS = '/api/v1/sign-ins'

const server = await aServer({ LIMITS: 'socialSignInsPerClient=1000' })
afterAll(() => server.close())

const remove = (browser: TestBrowser, provider: string) =>
  browser.send(`${SIGN_INS}/${provider}`, { method: 'DELETE' })
const startConnecting = (browser: TestBrowser, provider = 'google') =>
  browser.post(`${SIGN_INS}/${provider}`, { way: 'popup', attempt: crypto.randomUUID() })

test('[ID34] lists the e-mail address first, then the providers in their order, each with its date', async () => {
  const before = Date.now() - 1000
  const browser = await createSignedInBrowser(server, 'list@example.org')
  for (const provider of ['twitter', 'google'] as const) {
    expect(await connectFromAccountScreen(browser, provider, { email: 'list@example.org' })).toBe('connected')
  }
  const { signIns } = await (await browser.get(SIGN_INS)).json()
  expect(signIns.map(({ provider }: { provider: string }) => provider)).toEqual([
    'email',
    'google',
    'twitter',
  ])
  for (const { since } of signIns) expect(since).toBeGreaterThan(before)
})

test('[ID34] connects from the account screen any account that signs in nobody, whatever its address', async () => {
  const browser = await createSignedInBrowser(server, 'any@example.org')
  const { id } = await findSession(browser)
  const session = browser.cookies.get('dacapo.session_token')
  expect(await connectFromAccountScreen(browser, 'google', { email: 'quite-another@example.org' })).toBe(
    'connected',
  )
  // The visit neither signs in nor creates a user.
  expect(browser.cookies.get('dacapo.session_token')).toBe(session)
  expect(await countUsers('quite-another@example.org')).toBe(0)
  const later = aBrowser(server)
  expect(await signInWithProvider(later, 'google', { email: 'quite-another@example.org' })).toBe('signed-in')
  expect(await findSession(later)).toMatchObject({ id, email: 'any@example.org' })
})

test('[ID34] an account that signs in another user stays theirs, and one that is connected here already is so still', async () => {
  const email = 'own-google@example.org'
  const owner = aBrowser(server)
  await signInWithProvider(owner, 'google', { email })
  expect(await connectFromAccountScreen(owner, 'google', { email })).toBe('connected')
  const other = await createSignedInBrowser(server, 'other@example.org')
  expect(await connectFromAccountScreen(other, 'google', { email })).toBe('taken')
  expect(await findSessionEmail(other)).toBe('other@example.org')
  expect(await listSignInMethods(other)).toEqual(['email'])
})

test('[ID34] an attempt counts only for the user who started it', async () => {
  const email = 'visit-of-ada@example.org'
  const ada = await createSignedInBrowser(server, 'ada-visits@example.org')
  const { url } = await (await startConnecting(ada)).json()
  const bob = await createSignedInBrowser(server, 'bob-visits@example.org')
  ada.cookies.set('dacapo.session_token', bob.cookies.get('dacapo.session_token') ?? '')
  expect(outcomeOf(await ada.get(await completeProviderPages(url, { email })))).toBe('failed')
  for (const browser of [ada, bob]) expect(await listSignInMethods(browser)).toEqual(['email'])
})

test('[ID34] a removed sign-in signs in nobody until it is connected again', async () => {
  const email = 'removed@example.org'
  const browser = aBrowser(server)
  expect(await signInWithProvider(browser, 'google', { email })).toBe('created')
  expect((await remove(browser, 'google')).status).toBe(204)
  expect(await listSignInMethods(browser)).toEqual(['email'])
  expect(await findSessionEmail(browser)).toBe(email)
  expect(await signInWithProvider(aBrowser(server), 'google', { email })).toBe('account-exists')
  for (const provider of ['google', 'email', 'github', '%20'])
    expect(await readProblem(remove(browser, provider))).toEqual([404, 'not-found'])
})

test('[ID34] connecting and removing require a sign-in of the last 30 days, listing does not', async () => {
  const ownServer = await aServer()
  const email = 'stale@example.org'
  const browser = aBrowser(ownServer)
  await signInWithProvider(browser, 'google', { email })
  await connectFromAccountScreen(browser, 'facebook', { email })
  ownServer.pass(31 * 86_400_000)
  const refused = [403, 'fresh-session-required']
  expect(await readProblem(startConnecting(browser))).toEqual(refused)
  expect(await readProblem(remove(browser, 'google'))).toEqual(refused)
  expect(await listSignInMethods(browser)).toEqual(['email', 'google', 'facebook'])
  await ownServer.close()
})

test('[ID34] changes are limited per user', async () => {
  const browser = await createSignedInBrowser(server, 'busy@example.org')
  for (let count = 0; count < 60; count += 1) expect((await remove(browser, 'google')).status).toBe(404)
  expect(await readProblem(remove(browser, 'google'))).toEqual([429, 'too-many-requests'])
})

async function countUsers(email: string): Promise<number> {
  const users = server.context.database.db.selectFrom('user').select('id').where('email', '=', email)
  return (await users.execute()).length
}

const CONNECTED = ['Google ist jetzt mit Dacapo verbunden', 'entferne Google auf der Kontoseite']
const REMOVED = [
  'Google ist nicht mehr mit Dacapo verbunden',
  'melde dich auf der Kontoseite überall sonst ab',
]

test('[ID34] a mail says that a sign-in was connected, another one that it was removed', async () => {
  const server = await aServer()
  const email = 'told@example.org'
  const browser = await createSignedInBrowser(server, email)
  const { db } = server.context.database
  const newest = () => db.selectFrom('mailbox').selectAll().orderBy('at', 'desc').executeTakeFirstOrThrow()
  async function expectMail(words: readonly string[]) {
    await expect.poll(async () => (await newest()).text).toContain(words[0])
    const mail = await newest()
    expect(mail.to_address).toBe(email)
    for (const part of [mail.text, mail.html])
      for (const word of [...words, `${server.context.configuration.origin}/account`])
        expect(part).toContain(word)
    // The account at the provider may belong to a stranger, whose address must not be sent.
    expect(JSON.stringify(mail)).not.toContain('at-google@example.org')
  }
  server.pass(1000)
  await connectFromAccountScreen(browser, 'google', { email: 'at-google@example.org' }, 'de')
  await expectMail(CONNECTED)
  server.pass(1000)
  const removed = await browser.send('/api/v1/sign-ins/google?language=de', { method: 'DELETE' })
  expect(removed.status).toBe(204)
  await expectMail(REMOVED)
  await server.close()
})
