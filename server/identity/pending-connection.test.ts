import { afterAll, beforeAll, expect, test } from 'vitest'
import { SOCIAL_PROVIDERS } from '#core/protocol/social-provider.ts'
import type { SocialProvider } from '#core/protocol/social-provider.ts'
import {
  confirmPendingConnection,
  loadPendingConnection,
  signInWithProvider,
  listSignInMethods,
} from '#tests/identity/social-visit.ts'
import {
  aBrowser,
  requestSignInMail,
  aServer,
  findSessionEmail,
  createSignedInBrowser,
  findSession,
} from '#tests/server/whole-server.ts'
import type { TestBrowser, TestServer } from '#tests/server/whole-server.ts'

const COOKIE = 'dacapo.pending'
const MARK = 'dacapo.asks'
const HOUR = 3_600_000
let server: TestServer

beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.close())

test.each(SOCIAL_PROVIDERS)(
  '[ID16][ID34] %s with the address of somebody who is not signed in here signs nobody in, and is asked about after the mail',
  async provider => {
    const email = `away-${provider}@example.org`
    const { id } = await findSession(await createSignedInBrowser(server, email))
    const written = email.toUpperCase()
    const browser = aBrowser(server)
    expect(await outcomeAt(browser, provider, written)).toBe('account-exists')
    expect(await findSessionEmail(browser)).toBeNull()
    expect((await browser.get('/api/v1/sign-ins')).status).toBe(401)
    await confirm(browser, email)
    expect(await listSignInMethods(browser)).toEqual(['email'])
    expect(await loadPendingConnection(browser)).toMatchObject({ provider, email })

    expect((await confirmPendingConnection(browser)).status).toBe(204)
    expect(await listSignInMethods(browser)).toEqual(['email', provider])
    expect([browser.cookies.has(COOKIE), browser.cookies.has(MARK)]).toEqual([false, false])
    const later = aBrowser(server)
    expect(await outcomeAt(later, provider, written)).toBe('signed-in')
    expect(await findSession(later)).toMatchObject({ id })
  },
)

test('[ID34] a user who is signed in with the address is asked at once and stays signed in', async () => {
  const email = 'here@example.org'
  const browser = await createSignedInBrowser(server, email)
  const session = browser.cookies.get('dacapo.session_token')
  expect(await outcomeAt(browser, 'google', email)).toBe('proven')
  expect(browser.cookies.get('dacapo.session_token')).toBe(session)
  expect(await listSignInMethods(browser)).toEqual(['email'])
  expect((await confirmPendingConnection(browser)).status).toBe(204)
  expect(await outcomeAt(aBrowser(server), 'google', email)).toBe('signed-in')
})

test('[ID34] after declining, the user is not asked again and nothing is connected', async () => {
  const email = 'no-thanks@example.org'
  const browser = await createSignedInBrowser(server, email)
  await outcomeAt(browser, 'google', email)
  const kept = browser.cookies.get(COOKIE)
  expect(kept).toBeTruthy()
  expect((await browser.send('/api/v1/pending-sign-in', { method: 'DELETE' })).status).toBe(204)
  expect(await loadPendingConnection(browser)).toBeNull()
  expect((await confirmPendingConnection(browser)).status).toBe(404)
  expect(await outcomeAt(aBrowser(server), 'google', email)).toBe('account-exists')
})

test('[ID21] a user who proves by mail an address that Facebook did not verify is asked, and then signs in with Facebook', async () => {
  for (const email of ['new-face@example.org', 'old-face@example.org']) {
    if (email.startsWith('old')) await createSignedInBrowser(server, email)
    const browser = aBrowser(server)
    expect(await unproven(browser, email)).toBe('email-unproven')
    await confirm(browser, email)
    expect(await listSignInMethods(browser)).toEqual(['email'])
    expect((await confirmPendingConnection(browser)).status).toBe(204)

    const later = aBrowser(server)
    expect(await unproven(later, email)).toBe('signed-in')
    expect(await findSessionEmail(later)).toBe(email)
  }
})

test('[ID21][ID34] does not ask in another browser, for another address, after half an hour, or about a forged account', async () => {
  const elsewhere = 'elsewhere@example.org'
  await unproven(aBrowser(server), elsewhere)
  const there = aBrowser(server)
  await confirm(there, elsewhere)

  const other = aBrowser(server)
  await unproven(other, 'claimed@example.org')
  await confirm(other, 'attacker-face@example.org')

  const forging = aBrowser(server)
  await unproven(forging, 'attacker-face@example.org')
  const kept = decodeURIComponent(forging.cookies.get(COOKIE) ?? '')
  expect(kept).toContain('attacker-face@example.org')
  forging.cookies.set(COOKIE, encodeURIComponent(kept.replace('attacker-face', 'forged-face')))
  await confirm(forging, 'forged-face@example.org')

  const slow = aBrowser(server)
  await unproven(slow, 'slow-face@example.org')
  await confirm(slow, 'slow-face@example.org')
  expect(await loadPendingConnection(slow)).not.toBeNull()
  server.pass(HOUR)

  for (const browser of [there, other, forging, slow]) {
    expect(await loadPendingConnection(browser)).toBeNull()
    expect((await confirmPendingConnection(browser)).status).toBe(404)
    expect(await listSignInMethods(browser)).toEqual(['email'])
  }
})

test('[ID34] connects only the account that the question named', async () => {
  const email = 'swapped@example.org'
  const browser = await createSignedInBrowser(server, email)
  await outcomeAt(browser, 'google', email)
  const asked = await loadPendingConnection(browser)
  // While the question stands, something else gets into its place.
  await outcomeAt(browser, 'facebook', email)
  expect((await browser.post('/api/v1/sign-ins', { key: asked?.key })).status).toBe(404)
  expect(await listSignInMethods(browser)).toEqual(['email'])
})

test('[ID34] the proof is in a signed HttpOnly cookie of this host, and the readable mark beside it contains no data', async () => {
  const browser = await createSignedInBrowser(server, 'cookies@example.org')
  await outcomeAt(browser, 'google', 'cookies@example.org')
  expect(browser.cookies.get(MARK)).toBe('1')
  expect(decodeURIComponent(browser.cookies.get(COOKIE) ?? '')).toMatch(/^\{.+\}\.[\w+/]{43}=$/)
})

test('[ID34] an account that is connected to another user stays theirs', async () => {
  const email = 'theirs-face@example.org'
  const [first, second] = [aBrowser(server), aBrowser(server)]
  for (const browser of [first, second]) {
    await unproven(browser, email)
    await confirm(browser, email)
  }
  expect((await confirmPendingConnection(first)).status).toBe(204)
  expect((await confirmPendingConnection(second)).status).toBe(204)
  const accounts = server.context.database.db.selectFrom('account').innerJoin('user', 'user.id', 'userId')
  expect(await accounts.select('email').where('email', '=', email).execute()).toHaveLength(1)
})

const outcomeAt = async (browser: TestBrowser, provider: SocialProvider, email: string) =>
  (await signInWithProvider(browser, provider, { email })).searchParams.get('outcome')

/** Comes from Facebook with an address that it does not vouch for. */
async function unproven(browser: TestBrowser, email: string): Promise<string | null> {
  return (await signInWithProvider(browser, 'facebook', { email, address: 'unverified' })).searchParams.get(
    'outcome',
  )
}

async function confirm(browser: TestBrowser, email: string) {
  const { token } = await requestSignInMail(server, browser, email)
  const answer = await browser.post('/api/v1/sign-in-links/confirm', { email, token })
  expect(answer.status).toBe(200)
}
