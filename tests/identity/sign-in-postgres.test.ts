import { afterAll, expect, test } from 'vitest'
import { rateLimitPerHour, consumeRateLimit } from '#server/http/rate-limit.ts'
import { aBrowser, requestSignInMail, createSignedInBrowser } from '#tests/server/whole-server.ts'
import { aServerOnPostgres } from '#tests/database/server-on-postgres.ts'
import { SOCIAL_PROVIDERS } from '#core/protocol/sign-in.ts'
import {
  completeProviderPages,
  signInWithProvider,
  listSignInMethods,
  startProviderSignIn,
  outcomeOf,
} from './provider-sign-in.ts'

// Rules of server/identity that need concurrent connections, which PGlite does not have.

const CONFIRM = '/api/v1/sign-in-links/confirm'

const server = await aServerOnPostgres()
afterAll(() => server.close())

test('[ID3] of twenty concurrent confirmations one signs in', async () => {
  const { token } = await requestSignInMail(server, aBrowser(server), 'link@example.org')
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => aBrowser(server).post(CONFIRM, { email: 'link@example.org', token })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(19)
})

test('[ID5] thirty concurrent guesses are five attempts, after which only the link still works', async () => {
  const browser = aBrowser(server)
  const { code, token } = await requestSignInMail(server, browser, 'guess@example.org')
  const guesses = Array.from({ length: 30 }, (_, index) => (Number(code) + index + 1) % 1_000_000)
  await Promise.all(
    guesses.map(guess =>
      browser.post(CONFIRM, { email: 'guess@example.org', code: String(guess).padStart(6, '0') }),
    ),
  )
  const { tries } = await server.context.database.db
    .selectFrom('sign_in_code')
    .select('tries')
    .orderBy('tries', 'desc')
    .executeTakeFirstOrThrow()
  expect(tries).toBe(5)
  expect((await browser.post(CONFIRM, { email: 'guess@example.org', code })).status).toBe(400)
  expect((await browser.post(CONFIRM, { email: 'guess@example.org', token })).status).toBe(200)
})

test('[ID2] link and code of one mail, redeemed concurrently, sign in once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [email, browser] = [`both-${round}@example.org`, aBrowser(server)]
    const { token, code } = await requestSignInMail(server, browser, email)
    const answers = await Promise.all([
      browser.post(CONFIRM, { email, code }),
      aBrowser(server).post(CONFIRM, { email, token }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  }
})

test('[ID11] of fifty concurrent requests exactly as many pass as the limit allows', async () => {
  const consume = () =>
    consumeRateLimit(server.context.database.db, {
      what: 'tests',
      who: 'kai',
      allowance: rateLimitPerHour(7),
      now: Date.now(),
    })
  const results = await Promise.all(Array.from({ length: 50 }, consume))
  expect(results.filter(({ kind }) => kind === 'taken')).toHaveLength(7)
})

test('[ID2] two links of a new address, redeemed concurrently, make one user and no failure', async () => {
  for (let round = 0; round < 5; round += 1) {
    const email = `new-${round}@example.org`
    const first = await requestSignInMail(server, aBrowser(server), email)
    const second = await requestSignInMail(server, aBrowser(server), email)
    const answers = await Promise.all(
      [first, second].map(({ token }) => aBrowser(server).post(CONFIRM, { email, token })),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(answers.filter(({ status }) => status !== 200 && status !== 400)).toEqual([])
  }
})

test('[ID16] concurrent first sign-ins with all three providers create one user', async () => {
  for (let round = 0; round < 5; round += 1) {
    const email = `at-once-${round}@example.org`
    const callbacks = await Promise.all(
      SOCIAL_PROVIDERS.map(async provider => {
        const browser = aBrowser(server)
        return {
          browser,
          back: await completeProviderPages(await startProviderSignIn(browser, provider), { email }),
        }
      }),
    )
    const answers = await Promise.all(callbacks.map(({ browser, back }) => browser.get(back)))
    const outcomes = answers.map(outcomeOf)
    expect(outcomes.filter(outcome => outcome === 'created')).toHaveLength(1)
    const { db } = server.context.database
    expect(await db.selectFrom('user').select('id').where('email', '=', email).execute()).toHaveLength(1)
    // The other providers are not connected to the user, as if they had come later (rule ID16).
    const later = await Promise.all(
      SOCIAL_PROVIDERS.map(provider => signInWithProvider(aBrowser(server), provider, { email })),
    )
    expect(later.filter(outcome => outcome === 'signed-in')).toHaveLength(1)
    expect(later.filter(outcome => outcome === 'account-exists')).toHaveLength(2)
  }
})

test('[ID18] of ten concurrent uses of one callback, one signs in', async () => {
  const browser = aBrowser(server)
  const back = await completeProviderPages(await startProviderSignIn(browser, 'google'), {
    email: 'ten@example.org',
  })
  const state = new Map(browser.cookies)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => {
      const same = aBrowser(server)
      for (const [name, value] of state) same.cookies.set(name, value)
      return same.get(back)
    }),
  )
  const outcomes = answers.map(outcomeOf)
  expect(outcomes.filter(outcome => outcome === 'created')).toHaveLength(1)
  expect(outcomes.filter(outcome => outcome === 'failed')).toHaveLength(9)
})

test('[ID34] of ten users who connect one account at once, one gets it', async () => {
  const email = 'wanted@example.org'
  const visits = await Promise.all(
    Array.from({ length: 10 }, async (_, number) => {
      const browser = await createSignedInBrowser(server, `user-${number}@example.org`)
      const body = { way: 'popup', attempt: crypto.randomUUID() }
      const { url } = await (await browser.post('/api/v1/sign-ins/google', body)).json()
      return { browser, back: await completeProviderPages(url, { email }) }
    }),
  )
  const answers = await Promise.all(visits.map(({ browser, back }) => browser.get(back)))
  const outcomes = answers.map(outcomeOf)
  expect(outcomes.filter(outcome => outcome === 'connected')).toHaveLength(1)
  expect(outcomes.filter(outcome => outcome === 'taken')).toHaveLength(9)
  const methods = await Promise.all(visits.map(({ browser }) => listSignInMethods(browser)))
  expect(methods.filter(names => names.includes('google'))).toHaveLength(1)
})
