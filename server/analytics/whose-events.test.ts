import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBrowser, aServer, createSignedInBrowser } from '#tests/server/whole-server.ts'
import type { TestBrowser, TestServer } from '#tests/server/whole-server.ts'

const PATH = '/api/v1/events'
const DAY = 86_400_000
let server: TestServer
let kai: TestBrowser
let kaiId: string

beforeAll(async () => {
  server = await aServer()
  kai = await createSignedInBrowser(server, 'kai@example.org')
  kaiId = (await (await kai.get('/api/v1/session')).json()).user.id
})
beforeEach(() => server.context.database.db.deleteFrom('event').execute())
afterAll(() => server.close())

const stored = () => server.context.database.db.selectFrom('event').selectAll().execute()
const anEvent = (change: object = {}) => ({
  name: 'add_piece',
  at: server.context.now(),
  ...change,
})

test('[AN5] events that were meant for another user are refused, and so are those of nobody', async () => {
  const meantForKai = { 'x-dacapo-user': kaiId }
  const clara = await createSignedInBrowser(server, 'clara@example.org')
  for (const browser of [clara, aBrowser(server)]) {
    const answer = await browser.post(PATH, { events: [anEvent()] }, meantForKai)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ code: 'signed-out' })
  }
  expect(await stored()).toEqual([])
  expect((await kai.post(PATH, { events: [anEvent()] }, meantForKai)).status).toBe(204)
  expect(await stored()).toMatchObject([{ user_id: kaiId }])
})

test('[AN5] an event of a guest is nobody’s', async () => {
  await aBrowser(server).post(PATH, { events: [anEvent()] })
  expect(await stored()).toMatchObject([{ user_id: null }])
})

test.each([{ dnt: '1' }, { 'sec-gpc': '1' }])('[AN8] nothing is stored of whoever says %j', async headers => {
  expect((await kai.post(PATH, { events: [anEvent()] }, headers)).status).toBe(204)
  expect(await stored()).toEqual([])
})

test('[AN8] whoever allows it is counted', async () => {
  await kai.post(PATH, { events: [anEvent()] }, { dnt: '0', 'sec-gpc': '0' })
  expect(await stored()).toHaveLength(1)
})

test('[AN5] a clock that runs ahead is set to ours; what was done long ago keeps its day', async () => {
  const now = server.context.now()
  const times = [now + 400 * DAY, now + 6 * 60_000, now + 60_000, now - 20 * DAY]
  for (const at of times) await kai.post(PATH, { events: [anEvent({ at })] })
  const kept = (await stored()).map(({ at }) => at).sort((a, b) => a - b)
  expect(kept).toHaveLength(4)
  expect(kept[0]).toBe(now - 20 * DAY)
  expect(kept.at(-1)).toBe(now + 60_000)
})

test.each(['/confirm?token=abc', '/confirm#token', 'practice'])('[AN4] %s is no path to keep', async path => {
  const events = [anEvent({ name: 'page_view', path })]
  expect((await kai.post(PATH, { events })).status).toBe(422)
  expect(await stored()).toEqual([])
})
