import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServerOnPostgres } from './server-on-postgres.ts'
import { presentAt, signInAt, startAt, whereTo } from './social-visit.ts'
import { aBrowser, askForMail } from './whole-server.ts'
import type { TestServer } from './whole-server.ts'

// Sign-in at a provider on a real PostgreSQL, above all what needs many connections at once.

let server: TestServer

beforeAll(async () => {
  server = await aServerOnPostgres()
})
afterAll(() => server.close())

test('[ID16] a new address that comes from all three at the same moment is one user', async () => {
  for (let round = 0; round < 5; round += 1) {
    const email = `at-once-${round}@example.org`
    const coming = await Promise.all(
      (['google', 'facebook', 'twitter'] as const).map(async provider => {
        const browser = aBrowser(server)
        return { browser, back: await presentAt(await startAt(browser, provider), { email }) }
      }),
    )
    const answers = await Promise.all(coming.map(({ browser, back }) => browser.get(back)))
    const outcomes = answers.map(answer => whereTo(answer).searchParams.get('outcome'))
    expect(outcomes.filter(outcome => outcome === 'created')).toHaveLength(1)
    const { db } = server.context.database
    expect(await db.selectFrom('user').select('id').where('email', '=', email).execute()).toHaveLength(1)
    // Whoever came second at that very moment gets in with the next press.
    for (const provider of ['google', 'facebook', 'twitter'] as const)
      expect((await signInAt(aBrowser(server), provider, { email })).searchParams.get('outcome')).toBe(
        'signed-in',
      )
  }
})

test('[ID18] of one answer that comes ten times at once, one signs in', async () => {
  const browser = aBrowser(server)
  const back = await presentAt(await startAt(browser, 'google'), { email: 'ten@example.org' })
  const state = new Map(browser.cookies)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => {
      const same = aBrowser(server)
      for (const [name, value] of state) same.cookies.set(name, value)
      return same.get(back)
    }),
  )
  const outcomes = answers.map(
    answer => whereTo(answer).searchParams.get('outcome') ?? whereTo(answer).searchParams.get('social'),
  )
  expect(outcomes.filter(outcome => outcome === 'created')).toHaveLength(1)
  expect(outcomes.filter(outcome => outcome === 'failed')).toHaveLength(9)
})

test('[ID21] what mail has proven joins an account of Facebook', async () => {
  const email = 'face@example.org'
  const comes = (browser = aBrowser(server)) =>
    signInAt(browser, 'facebook', { email, address: 'unverified' })
  const browser = aBrowser(server)
  await comes(browser)
  const { token } = await askForMail(server, browser, email)
  await browser.post('/api/v1/sign-in-links/confirm', { email, token })
  expect((await comes()).searchParams.get('outcome')).toBe('signed-in')
})
