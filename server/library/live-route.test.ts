import { afterAll, expect, test } from 'vitest'
import { SESSION_ENDED_REVISION } from '#server/database/revision-bus.ts'
import { createPiece } from '#tests/library/library-changes.ts'
import { aUser, SyncingDevice, createLibraryServer } from '#tests/sync/library-server.ts'
import { openMemoryDatabase } from '#tests/database/memory-database.ts'

const database = await openMemoryDatabase()
afterAll(() => database.close())

/** A server whose streams give signs of life so fast that a test can wait for them. */
const quickServer = () => createLibraryServer(database, { rhythm: { pingMilliseconds: 20 } })

async function listen(server: ReturnType<typeof createLibraryServer>, user: string) {
  const response = await server.app.request('/api/v1/live', { headers: { 'x-user': user } })
  const heard = { response, text: '', ended: false, leave: () => {} }
  const reader = response.body?.getReader()
  heard.leave = () => void reader?.cancel()
  void (async () => {
    const decoder = new TextDecoder()
    for (;;) {
      const chunk = await reader?.read()
      if (chunk === undefined || chunk.done) break
      heard.text += decoder.decode(chunk.value)
    }
    heard.ended = true
  })()
  return heard
}

const revisionsIn = (text: string) =>
  [...text.matchAll(/event: revision\ndata: (\d+)\n\n/g)].map(([, data]) => data)

test('[LS13] a live stream tells the revision at once and after every change, and nothing else', async () => {
  const server = createLibraryServer(database)
  const device = new SyncingDevice(server, await aUser(server))
  await device.sync(createPiece())
  const live = await listen(server, device.user)
  expect(live.response.headers.get('content-type')).toContain('text/event-stream')
  expect(live.response.headers.get('x-accel-buffering')).toBe('no')
  expect(live.response.headers.get('cache-control')).toBe('no-store')
  await expect.poll(() => revisionsIn(live.text)).toEqual(['1'])
  await device.sync(createPiece())
  await expect.poll(() => revisionsIn(live.text)).toEqual(['1', '2'])
  await new SyncingDevice(server, await aUser(server)).sync(createPiece())
  await device.sync(createPiece())
  await expect.poll(() => revisionsIn(live.text)).toEqual(['1', '2', '3'])
  expect(live.text.replaceAll(/event: revision\ndata: \d+\n\n/g, '')).toBe('')
  live.leave()
})

test('[LS13] forged notices, whether far ahead or just ahead, silence nobody', async () => {
  const server = createLibraryServer(database)
  const device = new SyncingDevice(server, await aUser(server))
  const live = await listen(server, device.user)
  await expect.poll(() => revisionsIn(live.text)).toEqual(['0'])
  for (const [before, forged] of [10, 18, Number.MAX_SAFE_INTEGER].entries()) {
    database.bus.publish(device.user, forged)
    await expect.poll(() => revisionsIn(live.text).at(-1)).toBe(String(forged))
    await device.sync(createPiece())
    await expect.poll(() => revisionsIn(live.text).at(-1)).toBe(String(before + 1))
  }
  live.leave()
})

test('[LS13] nobody listens without a session, and a stream ends with its session', async () => {
  const server = quickServer()
  expect((await server.app.request('/api/v1/live')).status).toBe(401)
  const user = await aUser(server)
  const live = await listen(server, user)
  await expect.poll(() => live.text.split(': ping').length).toBeGreaterThan(8)
  expect(live.ended).toBe(false)
  server.signedOut.add(user)
  await expect.poll(() => live.ended).toBe(true)
})

test('[LS13] a session that was ended elsewhere takes its stream along at once, not with the next ping', async () => {
  const server = createLibraryServer(database, { rhythm: { pingMilliseconds: 3_600_000 } })
  const user = await aUser(server)
  const [live, other] = [await listen(server, user), await listen(server, await aUser(server))]
  await expect.poll(() => [live, other].map(each => revisionsIn(each.text))).toEqual([['0'], ['0']])
  server.signedOut.add(user)
  database.bus.publish(user, SESSION_ENDED_REVISION)
  await expect.poll(() => live.ended, { timeout: 5000 }).toBe(true)
  expect(other.ended).toBe(false)
  other.leave()
})

test('[LS13] a server that stops ends every stream', async () => {
  const server = createLibraryServer(database)
  const streams = [await listen(server, await aUser(server)), await listen(server, await aUser(server))]
  await expect.poll(() => streams.map(live => revisionsIn(live.text).length)).toEqual([1, 1])
  server.live.endAll()
  await expect.poll(() => streams.map(live => live.ended)).toEqual([true, true])
})

test('[LS24] a user listens with twenty streams at most, and again when one has ended', async () => {
  const server = createLibraryServer(database)
  const user = await aUser(server)
  const streams = await Promise.all(Array.from({ length: 20 }, () => listen(server, user)))
  await expect.poll(() => streams.every(live => revisionsIn(live.text).length === 1)).toBe(true)
  const refused = await server.app.request('/api/v1/live', { headers: { 'x-user': user } })
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('60')
  const other = await listen(server, await aUser(server))
  expect(other.response.status).toBe(200)
  const again = async () => (await server.app.request('/api/v1/live', { headers: { 'x-user': user } })).status
  streams[0]?.leave()
  await expect.poll(again).toBe(200)
  for (const live of streams) live.leave()
  for (let more = 0; more < 2; more += 1) await expect.poll(again, { timeout: 5000 }).toBe(200)
  server.live.endAll()
})

test('[LS24] a stream that nobody reads is ended, and nothing has piled up for it', async () => {
  const server = quickServer()
  const user = await aUser(server)
  const response = await server.app.request('/api/v1/live', { headers: { 'x-user': user } })
  for (let revision = 1; revision <= 1000; revision += 1) database.bus.publish(user, revision)
  await expect.poll(() => server.live.streams()).toBe(0)
  // Read only now: what was written before it stalled, and the end.
  const text = await response.text()
  expect(revisionsIn(text).length).toBeLessThan(4)
})
