import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { aBrowser, aServer, createSignedInBrowser } from '#tests/server/whole-server.ts'
import type { TestServer } from '#tests/server/whole-server.ts'

const PATH = '/api/v1/feedback'
const given = { text: 'More <b>trills</b>, please!', language: 'de-AT', screen: '/practice' }
let server: TestServer

afterEach(() => server.close())

test('[FB9] feedback is stored with who wrote it, and without when nobody is signed in', async () => {
  server = await aServer()
  const kai = await createSignedInBrowser(server, 'kai@example.org')
  const { user } = await (await kai.get('/api/v1/session')).json()
  expect((await kai.post(PATH, given)).status).toBe(204)
  expect((await aBrowser(server).post(PATH, given)).status).toBe(204)
  const row = { ...given, id: expect.any(String), created_at: expect.any(Number), mailed_at: null }
  const rows = await stored()
  expect(rows).toHaveLength(2)
  expect(rows).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...row, user_id: user.id }),
      expect.objectContaining({ ...row, user_id: null }),
    ]),
  )
})

test('[FB9] words that are sent again under their id are kept once, as they came first', async () => {
  server = await aServer()
  const kai = await createSignedInBrowser(server, 'kai@example.org')
  const id = randomUUID()
  const statuses = await Promise.all([1, 2, 3].map(() => kai.post(PATH, { ...given, id })))
  expect(statuses.map(({ status }) => status)).toEqual([204, 204, 204])
  expect((await kai.post(PATH, { ...given, id, text: 'Something else' })).status).toBe(204)
  expect((await stored()).map(row => row.text)).toEqual([given.text])
})

test('an id that somebody else has used is no obstacle', async () => {
  server = await aServer()
  const id = randomUUID()
  for (const email of ['kai@example.org', 'anna@example.org'])
    await (await createSignedInBrowser(server, email)).post(PATH, { ...given, id, text: email })
  expect((await stored()).map(row => row.text).toSorted()).toEqual(['anna@example.org', 'kai@example.org'])
})

test('[FB9] when it was written is kept, never later than when it came', async () => {
  server = await aServer()
  const browser = aBrowser(server)
  const yesterday = Date.now() - 86_400_000
  await browser.post(PATH, { ...given, writtenAt: yesterday })
  await browser.post(PATH, { ...given, writtenAt: Date.now() + 86_400_000 })
  const rows = await stored()
  expect(rows.map(row => row.written_at).sort((a, b) => a - b)[0]).toBe(yesterday)
  for (const row of rows) expect(row.written_at).toBeLessThanOrEqual(row.created_at)
})

test('[FB1] words of one user are never taken as another’s, nor as nobody’s', async () => {
  server = await aServer()
  const kai = await createSignedInBrowser(server, 'kai@example.org')
  const { user } = await (await kai.get('/api/v1/session')).json()
  const others = { 'x-dacapo-user': 'somebody-else' }
  for (const browser of [kai, aBrowser(server)]) {
    const answer = await browser.post(PATH, given, others)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ code: 'signed-out' })
  }
  expect(await stored()).toEqual([])
  expect((await kai.post(PATH, given, { 'x-dacapo-user': user.id })).status).toBe(204)
  expect((await stored()).map(row => row.user_id)).toEqual([user.id])
})

test('[FB1] one to 4,000 characters, with language and screen', async () => {
  server = await aServer()
  const statusOf = async (change: object) =>
    (await aBrowser(server).post(PATH, { ...given, ...change })).status
  expect(await statusOf({ text: 'a' })).toBe(204)
  expect(await statusOf({ text: '🎻'.repeat(4000) })).toBe(204)
  expect(await statusOf({ text: ` ${'a'.repeat(4000)} ` })).toBe(204)
  for (const wrong of [
    { text: '' },
    { text: '  \u00A0\u200B ' },
    { text: '🎻'.repeat(4001) },
    { text: 1 },
    { id: 'no uuid' },
    { writtenAt: -1 },
    { writtenAt: 1.5 },
    { language: '' },
    { screen: 'a'.repeat(201) },
    { user: 'someone else' },
  ]) {
    expect([wrong, await statusOf(wrong)]).toEqual([wrong, 422])
  }
})

test('[FB1] what is too long or nothing is told apart', async () => {
  server = await aServer()
  const codeFor = async (text: string) => {
    const answer = await aBrowser(server).post(PATH, { ...given, text })
    return (await answer.json()).errors
  }
  expect(await codeFor('a'.repeat(4001))).toEqual([{ field: 'text', code: 'too-big' }])
  expect(await codeFor(' ')).toEqual([{ field: 'text', code: 'too-small' }])
})

test('[FB9] a client may write as often as the configuration says', async () => {
  server = await aServer({ LIMITS: 'feedbackPerClient=2' })
  const browser = aBrowser(server)
  const statuses = [
    await browser.post(PATH, given),
    await browser.post(PATH, given),
    await browser.post(PATH, given),
  ]
  expect(statuses.map(({ status }) => status)).toEqual([204, 204, 429])
})

const stored = () => server.context.database.db.selectFrom('feedback').selectAll().execute()
