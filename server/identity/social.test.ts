import { afterAll, expect, test } from 'vitest'
import { SOCIAL_PROVIDERS } from '#core/protocol/sign-in.ts'
import { PRODUCTION_ENVIRONMENT } from '#tests/server/production-settings.ts'
import {
  completeProviderPages,
  listSignInMethods,
  signInWithProvider,
  startProviderSignIn,
  outcomeOf,
} from '#tests/identity/provider-sign-in.ts'
import {
  aBrowser,
  aServer,
  findSessionEmail,
  createSignedInBrowser,
  findSession,
  type TestServer,
} from '#tests/server/whole-server.ts'

const SESSION_COOKIE = 'dacapo.session_token'

const server = await aServer({ LIMITS: 'socialSignInsPerClient=30' })
afterAll(() => server.close())

test.each(SOCIAL_PROVIDERS)(
  '[ID15] %s signs in whoever it vouches for, and says whether that made the user',
  async provider => {
    const email = `${provider}@example.org`
    const first = aBrowser(server)
    expect(await signInWithProvider(first, provider, { email, name: 'Clara  Wieck\n' })).toBe('created')
    expect(await findSession(first)).toMatchObject({ email, name: 'Clara Wieck', image: null })
    expect(await signInWithProvider(aBrowser(server), provider, { email })).toBe('signed-in')
  },
)

test('[ID15] distinguishes cancelled from failed at the provider, and signs in nobody', async () => {
  const email = 'no@example.org'
  for (const [answer, expected] of Object.entries({ cancel: 'cancelled', fail: 'failed' })) {
    const browser = aBrowser(server)
    const presenting = { email, answer: answer as 'cancel' | 'fail' }
    expect(await signInWithProvider(browser, 'google', presenting)).toBe(expected)
    expect(await findSessionEmail(browser)).toBeNull()
  }
  expect(await countUsers('no@example.org')).toBe(0)
})

test('[ID16] signing in with another user’s address switches to that user and connects nothing', async () => {
  const browser = await createSignedInBrowser(server, 'ada-social@example.org')
  const ada = await findSession(browser)
  await signInWithProvider(browser, 'google', { email: 'bob-social@example.org' })
  const bob = await findSession(browser)
  expect(bob).toMatchObject({ email: 'bob-social@example.org' })
  expect(bob.id).not.toBe(ada.id)
  const accounts = server.context.database.db.selectFrom('account').selectAll()
  expect(await accounts.where('userId', '=', ada.id).execute()).toEqual([])
})

test('[ID16] a provider that vouches for the address of a user signs nobody in and connects nothing, whoever is signed in', async () => {
  for (const provider of SOCIAL_PROVIDERS) {
    const email = `mail-first-${provider}@example.org`
    const owner = await createSignedInBrowser(server, email)
    for (const browser of [aBrowser(server), owner]) {
      const before = await findSessionEmail(browser)
      expect(await signInWithProvider(browser, provider, { email })).toBe('account-exists')
      expect(await findSessionEmail(browser)).toBe(before)
    }
    expect(await listSignInMethods(owner)).toEqual(['email'])
  }
})

test.each(SOCIAL_PROVIDERS)(
  '[ID16] %s without a verified address makes no user and lets nobody into one',
  async provider => {
    const owner = `owner-${provider}@example.org`
    await createSignedInBrowser(server, owner)
    for (const presenting of [
      { email: owner, address: 'unverified' },
      { email: `new-${provider}@example.org`, address: 'unverified' },
      { address: 'none' },
    ] as const) {
      const browser = aBrowser(server)
      expect(await signInWithProvider(browser, provider, presenting)).toBe('email-unproven')
      expect(await findSessionEmail(browser)).toBeNull()
    }
    expect(await countUsers(`new-${provider}@example.org`)).toBe(0)
    const accounts = server.context.database.db.selectFrom('account').innerJoin('user', 'user.id', 'userId')
    expect(await accounts.selectAll().where('email', '=', owner).execute()).toEqual([])
  },
)

test('[ID18] a callback counts only in the browser that started it, once, with its own state and from the provider that was asked', async () => {
  const asking = aBrowser(server)
  const back = await completeProviderPages(await startProviderSignIn(asking, 'google'), {
    email: 'state@example.org',
  })

  // A victim who is sent the attacker's answer must not end up in the attacker's account.
  const victim = aBrowser(server)
  expect(outcomeOf(await victim.get(back))).toBe('failed')
  expect(await findSessionEmail(victim)).toBeNull()

  const forged = back.replace(/state=[^&]+/, 'state=forged')
  for (const path of [forged, '/api/auth/callback/google?code=x', '/api/auth/callback/google']) {
    const answer = await asking.get(path)
    expect(answer.headers.get('location')).toContain('/signin')
    expect(answer.headers.getSetCookie()).toEqual([])
  }
  // A valid callback of a provider that was not asked.
  const other = await completeProviderPages(await startProviderSignIn(aBrowser(server), 'facebook'), {
    email: 'state@example.org',
  })
  const [state = ''] = /state=[^&]+/.exec(back) ?? []
  expect(outcomeOf(await asking.get(other.replace(/state=[^&]+/, state)))).toBe('failed')
  expect(await findSessionEmail(asking)).toBeNull()
})

test('[ID18][ID27] a sign-in at a provider makes the browser known, creates a new session and ends one that was planted in the browser', async () => {
  const attacker = await createSignedInBrowser(server, 'planter@example.org')
  const planted = attacker.cookies.get(SESSION_COOKIE) ?? ''
  const victim = aBrowser(server)
  victim.cookies.set(SESSION_COOKIE, planted)
  await signInWithProvider(victim, 'google', { email: 'planted@example.org' })
  expect(victim.cookies.get(SESSION_COOKIE)).not.toBe(planted)
  expect(await findSession(victim)).toMatchObject({ email: 'planted@example.org' })
  expect(victim.cookies.has('dacapo.known')).toBe(true)
  expect(await findSessionEmail(attacker)).toBeNull()
})

test('[ID18] the sign-in endpoint accepts only its three fields, and only from our origin', async () => {
  const attempt = '6b0f6c0e-58a6-4b06-8d3b-0f5a4b8f7a11'
  const body = { provider: 'google', way: 'popup', attempt }
  const path = '/api/auth/sign-in/social'
  const browser = aBrowser(server)
  const statuses = async (bodies: unknown[]) =>
    Promise.all(bodies.map(async sent => (await browser.post(path, sent)).status))
  expect(
    await statuses([
      { ...body, provider: 'github' },
      { ...body, callbackURL: 'https://evil.example/' },
      { ...body, idToken: { token: 'x' } },
      { ...body, scopes: ['drive'] },
      { ...body, way: 'iframe' },
      { ...body, attempt: '"><script>' },
    ]),
  ).toEqual([422, 422, 422, 422, 422, 422])
  expect((await browser.post(path, body, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await browser.get(path)).status).toBe(404)
  expect((await browser.get('/api/auth/callback/github?code=x&state=y')).status).toBe(404)
  expect((await browser.post('/api/auth/callback/google', { code: 'x', state: 'y' })).status).toBe(404)
})

test('[ID11] limits provider sign-ins per client', async () => {
  const browser = aBrowser(server)
  for (let round = 0; round < 31; round += 1) {
    const body = { provider: 'google', way: 'popup', attempt: crypto.randomUUID() }
    const { status } = await browser.post('/api/auth/sign-in/social', body)
    expect(status).toBe(round < 30 ? 200 : 429)
  }
})

test('[SS1] production has no stand-in: only providers with keys are offered, at their own addresses', async () => {
  const none = await aServer(PRODUCTION_ENVIRONMENT)
  const body = { provider: 'google', way: 'popup', attempt: crypto.randomUUID() }
  expect(await providersOf(none)).toEqual([])
  expect((await aBrowser(none).post('/api/auth/sign-in/social', body)).status).toBe(404)
  await none.close()

  const google = await aServer({ ...PRODUCTION_ENVIRONMENT, GOOGLE_CLIENT: 'us:secret' })
  expect(await providersOf(google)).toEqual(['google'])
  const answer = await aBrowser(google).post('/api/auth/sign-in/social', body)
  const { url }: { url: string } = await answer.json()
  const asked = new URL(url)
  expect(`${asked.origin}${asked.pathname}`).toBe('https://accounts.google.com/o/oauth2/v2/auth')
  expect(asked.searchParams.get('redirect_uri')).toBe('https://dacapo.example/api/auth/callback/google')
  expect(asked.searchParams.get('code_challenge_method')).toBe('S256')
  expect(url).not.toContain('secret')
  for (const cookie of answer.headers.getSetCookie())
    expect(cookie).toMatch(/^__Host-.+HttpOnly; Secure; SameSite=Lax/)
  await google.close()
})

async function providersOf(at: TestServer) {
  const { providers } = await (await aBrowser(at).get('/api/v1/config')).json()
  return providers
}

async function countUsers(email: string): Promise<number> {
  const users = server.context.database.db.selectFrom('user').select('id').where('email', '=', email)
  return (await users.execute()).length
}
