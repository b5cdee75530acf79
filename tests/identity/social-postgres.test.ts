import { afterAll, expect, test } from 'vitest'
import { SOCIAL_PROVIDERS } from '#core/protocol/sign-in.ts'
import { aServerOnPostgres } from '#tests/database/server-on-postgres.ts'
import {
  completeProviderPages,
  signInWithProvider,
  listSignInMethods,
  startProviderSignIn,
  outcomeOf,
} from './social-visit.ts'
import { aBrowser, createSignedInBrowser } from '#tests/server/whole-server.ts'

// Sign-in at a provider on a real PostgreSQL, above all what needs many connections at once.

const server = await aServerOnPostgres()
afterAll(() => server.close())

test('[ID16] concurrent first sign-ins with all three providers create one user', async () => {
  for (let round = 0; round < 5; round += 1) {
    const email = `at-once-${round}@example.org`
    const coming = await Promise.all(
      SOCIAL_PROVIDERS.map(async provider => {
        const browser = aBrowser(server)
        return {
          browser,
          back: await completeProviderPages(await startProviderSignIn(browser, provider), { email }),
        }
      }),
    )
    const answers = await Promise.all(coming.map(({ browser, back }) => browser.get(back)))
    const outcomes = answers.map(outcomeOf)
    expect(outcomes.filter(outcome => outcome === 'created')).toHaveLength(1)
    const { db } = server.context.database
    expect(await db.selectFrom('user').select('id').where('email', '=', email).execute()).toHaveLength(1)
    // The others are connected to nobody, as if they had come later (rule ID16).
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
