import { afterAll, beforeEach, expect, test } from 'vitest'
import { aBrowser, aServer, createSignedInBrowser, findSession } from '#tests/server/whole-server.ts'

const PATH = '/api/v1/events'
const at = 1_795_000_000_000

const server = await aServer()
const kai = await createSignedInBrowser(server, 'kai@example.org')
const { id: kaiId } = await findSession(kai)
beforeEach(() => server.context.database.db.deleteFrom('event').execute())
afterAll(() => server.close())

const stored = () => server.context.database.db.selectFrom('event').selectAll().execute()
const anEvent = (change: object = {}) => ({ name: 'add_piece', at: server.context.now(), ...change })

test('[HT14] every specified event is stored with what belongs to it', async () => {
  const events = [
    { name: 'session_start', at },
    { name: 'login', at, method: 'Email' },
    { name: 'sign_up', at, method: 'Google' },
    { name: 'page_view', at, path: '/practice' },
    { name: 'add_piece', at },
    { name: 'begin_checkout', at, currency: 'EUR', value: 19.99 },
    { name: 'start_practice', at },
    { name: 'finish_practice', at },
  ]
  expect((await kai.post(PATH, { events })).status).toBe(204)
  const expected = events.map(({ name, at, ...parameters }) =>
    expect.objectContaining({ name, at, parameters, user_id: kaiId }),
  )
  expect(await stored()).toHaveLength(8)
  expect(await stored()).toEqual(expect.arrayContaining(expected))
})

test.each([
  [{ name: 'keystroke', at }],
  [{ name: 'add_piece', at: 'now' }],
  [{ name: 'add_piece', at, email: 'kai@example.org' }],
  [{ name: 'login', at, method: 'Password' }],
  [{ name: 'page_view', at, path: 'https://elsewhere.example' }],
  [{ name: 'page_view', at, path: '/confirm?token=abc' }],
])('[HT14][AN4] %j is no event', async event => {
  expect((await aBrowser(server).post(PATH, { events: [event] })).status).toBe(422)
})

test('[HT14] one to 50 at a time', async () => {
  const many = (count: number) => ({
    events: Array.from({ length: count }, () => ({ name: 'add_piece', at })),
  })
  const statuses = []
  for (const count of [0, 1, 50, 51]) statuses.push((await aBrowser(server).post(PATH, many(count))).status)
  expect(statuses).toEqual([422, 204, 204, 422])
})

test('[HT14] a client sends a limited number in a minute and in a day, whatever the batches', async () => {
  const limited = await aServer({ LIMITS: 'eventsPerMinute=60,eventsPerDay=100' })
  const browser = aBrowser(limited)
  const send = async (count: number, from = browser) => {
    const events = Array.from({ length: count }, () => ({ name: 'add_piece', at }))
    const { status, headers } = await from.post(PATH, { events })
    return status === 204 ? 204 : [status, Number(headers.get('retry-after')) > 0]
  }
  expect([await send(50), await send(10), await send(1)]).toEqual([204, 204, [429, true]])
  expect(await send(50, aBrowser(limited))).toBe(204)
  limited.pass(60_000)
  expect([await send(40), await send(1)]).toEqual([204, [429, true]])
  limited.pass(86_400_000)
  expect(await send(50)).toBe(204)
  const stored = await limited.context.database.db.selectFrom('event').select('id').execute()
  expect(stored).toHaveLength(50 + 10 + 50 + 40 + 50)
  await limited.close()
})

test('[AN5] events that were meant for another user are refused; those of a guest are nobody’s', async () => {
  const meantForKai = { 'x-dacapo-user': kaiId }
  const clara = await createSignedInBrowser(server, 'clara@example.org')
  for (const browser of [clara, aBrowser(server)]) {
    const answer = await browser.post(PATH, { events: [anEvent()] }, meantForKai)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ code: 'signed-out' })
  }
  expect(await stored()).toEqual([])
  expect((await kai.post(PATH, { events: [anEvent()] }, meantForKai)).status).toBe(204)
  await aBrowser(server).post(PATH, { events: [anEvent()] })
  expect(new Set((await stored()).map(({ user_id }) => user_id))).toEqual(new Set([kaiId, null]))
})

test.each([{ dnt: '1' }, { 'sec-gpc': '1' }])('[AN8] nothing is stored of whoever says %j', async headers => {
  expect((await kai.post(PATH, { events: [anEvent()] }, headers)).status).toBe(204)
  expect(await stored()).toEqual([])
})
