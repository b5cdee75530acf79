import { afterAll, expect, test } from 'vitest'
import { CHECK_SESSION_REVISION } from '#server/database/revision-bus.ts'
import { createPiece } from '#tests/library/library-changes.ts'
import { aUser, SyncingDevice, createLibraryServer } from '#tests/sync/library-server.ts'
import { openMemoryDatabase } from '#tests/database/memory-database.ts'

const database = await openMemoryDatabase()
afterAll(() => database.close())

const aServerWithFastPings = () => createLibraryServer(database, { rhythm: { pingMilliseconds: 20 } })

async function openStream(server: ReturnType<typeof createLibraryServer>, user: string) {
  const response = await server.app.request('/api/v1/live', { headers: { 'x-user': user } })
  const stream = { response, text: '', ended: false, cancel: () => {} }
  const reader = response.body?.getReader()
  stream.cancel = () => void reader?.cancel()
  void (async () => {
    const decoder = new TextDecoder()
    for (;;) {
      const chunk = await reader?.read()
      if (chunk === undefined || chunk.done) break
      stream.text += decoder.decode(chunk.value)
    }
    stream.ended = true
  })()
  return stream
}

const revisionsIn = (text: string) =>
  [...text.matchAll(/event: revision\ndata: (\d+)\n\n/g)].map(([, data]) => data)

test('[LS13] a live stream tells the revision at once and after every change, and nothing else', async () => {
  const server = createLibraryServer(database)
  const device = new SyncingDevice(server, await aUser(server))
  await device.sync(createPiece())
  const live = await openStream(server, device.user)
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
  live.cancel()
})

test('[LS13] forged notices, whether far ahead or just ahead, silence nobody', async () => {
  const server = createLibraryServer(database)
  const device = new SyncingDevice(server, await aUser(server))
  const live = await openStream(server, device.user)
  await expect.poll(() => revisionsIn(live.text)).toEqual(['0'])
  for (const [before, forged] of [10, 18, Number.MAX_SAFE_INTEGER].entries()) {
    database.bus.publish(device.user, forged)
    await expect.poll(() => revisionsIn(live.text).at(-1)).toBe(String(forged))
    await device.sync(createPiece())
    await expect.poll(() => revisionsIn(live.text).at(-1)).toBe(String(before + 1))
  }
  live.cancel()
})

test('[LS13] nobody listens without a session, and a stream ends with its session', async () => {
  const server = aServerWithFastPings()
  expect((await server.app.request('/api/v1/live')).status).toBe(401)
  const user = await aUser(server)
  const live = await openStream(server, user)
  await expect.poll(() => live.text.split(': ping').length).toBeGreaterThan(8)
  expect(live.ended).toBe(false)
  server.signedOut.add(user)
  await expect.poll(() => live.ended).toBe(true)
})

test('[LS13] a session that was ended elsewhere takes its stream along at once, not with the next ping', async () => {
  const server = createLibraryServer(database, { rhythm: { pingMilliseconds: 3_600_000 } })
  const user = await aUser(server)
  const [live, other] = [await openStream(server, user), await openStream(server, await aUser(server))]
  await expect.poll(() => [live, other].map(each => revisionsIn(each.text))).toEqual([['0'], ['0']])
  server.signedOut.add(user)
  database.bus.publish(user, CHECK_SESSION_REVISION)
  await expect.poll(() => live.ended, { timeout: 5000 }).toBe(true)
  expect(other.ended).toBe(false)
  other.cancel()
})

test('[LS13] a server that stops ends every stream', async () => {
  const server = createLibraryServer(database)
  const streams = await Promise.all([1, 2].map(async () => openStream(server, await aUser(server))))
  await expect.poll(() => streams.map(live => revisionsIn(live.text).length)).toEqual([1, 1])
  server.live.endAll()
  await expect.poll(() => streams.map(live => live.ended)).toEqual([true, true])
})

test('[LS24] a user listens with twenty streams at most, and again when one has ended', async () => {
  const server = createLibraryServer(database)
  const user = await aUser(server)
  const streams = await Promise.all(Array.from({ length: 20 }, () => openStream(server, user)))
  await expect.poll(() => streams.every(live => revisionsIn(live.text).length === 1)).toBe(true)
  const refused = await server.app.request('/api/v1/live', { headers: { 'x-user': user } })
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('60')
  const other = await openStream(server, await aUser(server))
  expect(other.response.status).toBe(200)
  const again = async () => (await server.app.request('/api/v1/live', { headers: { 'x-user': user } })).status
  streams[0]?.cancel()
  await expect.poll(again).toBe(200)
  for (const live of streams) live.cancel()
  for (let more = 0; more < 2; more += 1) await expect.poll(again, { timeout: 5000 }).toBe(200)
  server.live.endAll()
})

test('[LS24] a stream that nobody reads is ended, and nothing has piled up for it', async () => {
  const server = aServerWithFastPings()
  const user = await aUser(server)
  const response = await server.app.request('/api/v1/live', { headers: { 'x-user': user } })
  for (let revision = 1; revision <= 1000; revision += 1) database.bus.publish(user, revision)
  await expect.poll(() => server.live.streams()).toBe(0)
  // This reads what was written before the stream stalled, and its end.
  const text = await response.text()
  expect(revisionsIn(text).length).toBeLessThan(4)
})
