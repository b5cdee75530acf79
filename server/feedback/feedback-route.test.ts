import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aBrowser, aServer, createSignedInBrowser, findSession } from '#tests/server/whole-server.ts'

const PATH = '/api/v1/feedback'
const feedback = { text: 'More <b>trills</b>, please!', language: 'de-AT', screen: '/practice' }

const server = await aServer({ LIMITS: 'feedbackPerClient=10' })
const kai = await createSignedInBrowser(server, 'kai@example.org')
const { id: kaiId } = await findSession(kai)
beforeEach(() => server.context.database.db.deleteFrom('feedback').execute())
afterAll(() => server.close())

test('[FB9] feedback is stored with who wrote it and when, without when nobody is signed in, never later than it came', async () => {
  const yesterday = Date.now() - 86_400_000
  expect((await kai.post(PATH, { ...feedback, writtenAt: yesterday })).status).toBe(204)
  const tomorrow = { ...feedback, writtenAt: Date.now() + 86_400_000 }
  expect((await aBrowser(server).post(PATH, tomorrow)).status).toBe(204)
  const row = { ...feedback, id: expect.any(String), created_at: expect.any(Number), mailed_at: null }
  const rows = (await stored()).toSorted((one, other) => one.written_at - other.written_at)
  expect(rows).toMatchObject([
    { ...row, user_id: kaiId, written_at: yesterday },
    { ...row, user_id: null, written_at: rows[1]?.created_at },
  ])
})

test('[FB9] words that are sent again under their id are kept once, as they came first; another’s id is no obstacle', async () => {
  const id = randomUUID()
  const statuses = await Promise.all([1, 2, 3].map(() => kai.post(PATH, { ...feedback, id })))
  expect(statuses.map(({ status }) => status)).toEqual([204, 204, 204])
  expect((await kai.post(PATH, { ...feedback, id, text: 'Something else' })).status).toBe(204)
  expect((await stored()).map(row => row.text)).toEqual([feedback.text])
  await aBrowser(server).post(PATH, { ...feedback, id, text: 'of a guest' })
  expect((await stored()).map(row => row.text).toSorted()).toEqual([feedback.text, 'of a guest'])
})

test('[FB1] words of one user are never taken as another’s, nor as nobody’s', async () => {
  for (const browser of [kai, aBrowser(server)]) {
    const answer = await browser.post(PATH, feedback, { 'x-dacapo-user': 'somebody-else' })
    expect([answer.status, (await answer.json()).code]).toEqual([401, 'signed-out'])
  }
  expect(await stored()).toEqual([])
  expect((await kai.post(PATH, feedback, { 'x-dacapo-user': kaiId })).status).toBe(204)
})

test('[FB1] one to 4,000 characters, with language and screen', async () => {
  const answerTo = async (change: object) => {
    const answer = await aBrowser(server).post(PATH, { ...feedback, ...change })
    return answer.status === 204 ? 204 : (await answer.json()).errors[0]
  }
  expect(await answerTo({ text: 'a' })).toBe(204)
  expect(await answerTo({ text: ` ${'🎻'.repeat(4000)} ` })).toBe(204)
  expect(await answerTo({ text: '🎻'.repeat(4001) })).toEqual({ field: 'text', code: 'too-big' })
  expect(await answerTo({ text: '  \u00A0\u200B ' })).toEqual({ field: 'text', code: 'too-small' })
  for (const wrong of [{ id: 'no uuid' }, { writtenAt: 1.5 }, { language: '' }, { screen: 'a'.repeat(201) }])
    expect(await answerTo(wrong)).toMatchObject({ field: Object.keys(wrong)[0] })
})

const stored = () => server.context.database.db.selectFrom('feedback').selectAll().execute()
