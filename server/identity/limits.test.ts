import { afterEach, expect, test } from 'vitest'
import { aBrowser, askForMail, aServer } from '#tests/whole-server.ts'
import type { TestServer } from '#tests/whole-server.ts'

const LINKS = '/api/v1/sign-in-links'
const CONFIRM = '/api/v1/sign-in-links/confirm'
const HOUR = 3_600_000
let server: TestServer

afterEach(() => server.close())

test('[ID11] an address gets five mails in an hour, wherever they are asked for, and then again', async () => {
  server = await aServer()
  const ask = (email: string) => aBrowser(server).post(LINKS, { email, language: 'en' })
  const statuses = []
  for (let count = 0; count < 6; count += 1) statuses.push((await ask('kai@example.org')).status)
  expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
  expect((await ask(' KAI@example.org')).status).toBe(429)
  expect((await ask('another@example.org')).status).toBe(204)

  const refused = await ask('kai@example.org')
  expect(await refused.json()).toMatchObject({ code: 'too-many-requests', status: 429 })
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(3500)
  expect(wait).toBeLessThanOrEqual(3600)
  server.pass(wait * 1000)
  expect((await ask('kai@example.org')).status).toBe(204)
})

test('[ID11] a client gets as many mails in an hour as the configuration says, for whatever addresses', async () => {
  server = await aServer({ LIMIT_MAILS_PER_CLIENT: '3' })
  const school = aBrowser(server)
  const ask = (count: number) => school.post(LINKS, { email: `pupil-${count}@example.org`, language: 'de' })
  const statuses = await Promise.all([1, 2, 3, 4, 5].map(async count => (await ask(count)).status))
  expect(statuses.filter(status => status === 204)).toHaveLength(3)
  expect(statuses.filter(status => status === 429)).toHaveLength(2)
  expect((await aBrowser(server).post(LINKS, { email: 'pupil-6@example.org', language: 'de' })).status).toBe(
    204,
  )
  server.pass(HOUR)
  expect((await ask(7)).status).toBe(204)
})

test('[ID11] a client that keeps confirming wrongly has to wait; what is right does not count', async () => {
  server = await aServer({ LIMIT_WRONG_SIGN_INS_PER_CLIENT: '2' })
  const browser = aBrowser(server)
  for (const _ of [1, 2, 3]) {
    const { token } = await askForMail(server, browser, 'kai@example.org')
    expect((await browser.post(CONFIRM, { email: 'kai@example.org', token })).status).toBe(200)
  }
  const guess = () => browser.post(CONFIRM, { email: 'kai@example.org', token: 'guessed' })
  expect([(await guess()).status, (await guess()).status, (await guess()).status]).toEqual([400, 400, 429])
  const refused = await guess()
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('[ID11] the limits keep neither the address nor the client in readable form', async () => {
  server = await aServer()
  await aBrowser(server, '203.0.113.7').post(LINKS, { email: 'kai@example.org', language: 'en' })
  const rows = await server.context.database.db.selectFrom('rate_limit').selectAll().execute()
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toMatch(/kai|203\.0\.113/)
})
