import { afterAll, expect, test } from 'vitest'
import { limitPerHour, consumeRateLimit } from '#server/http/rate-limit.ts'
import { aBrowser, requestSignInMail } from '#tests/server/whole-server.ts'
import { aServerOnPostgres } from '#tests/database/server-on-postgres.ts'

// The rules of server/identity that depend on many connections at once, which PGlite has not got.

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
  const taking = () =>
    consumeRateLimit(server.context.database.db, {
      what: 'tests',
      who: 'kai',
      allowance: limitPerHour(7),
      now: Date.now(),
    })
  const results = await Promise.all(Array.from({ length: 50 }, taking))
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
