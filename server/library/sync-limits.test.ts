import { afterAll, expect, test } from 'vitest'
import { DEFAULT_USER_QUOTA } from './user-quota.ts'
import { createPiece } from '#tests/library/library-changes.ts'
import { aUser, SyncingDevice, createLibraryServer } from '#tests/sync/library-server.ts'
import { openMemoryDatabase } from '#tests/database/memory-database.ts'

const database = await openMemoryDatabase()
afterAll(() => database.close())

test('[LS24] a user stores 20,000 pieces and sections and a million entries, and sends 30,000 changes a day', () => {
  const rows = { libraryRows: 20_000, practiceRows: 1_000_000 }
  expect(DEFAULT_USER_QUOTA).toEqual({ ...rows, changesPerMinute: 20_000, changesPerDay: 30_000 })
})

test('[LS24] a user has so many rounds a minute, whatever the devices, and then again in the next', async () => {
  const server = createLibraryServer(database, { roundsPerMinute: 3 })
  const [user, another] = [await aUser(server), await aUser(server)]
  const round = async (who: string) => {
    const device = new SyncingDevice(server, who)
    return device.post(JSON.stringify(device.request()))
  }
  server.clock.now = 60_000 * 1000 + 18_500
  const statuses = []
  for (let count = 0; count < 5; count += 1) statuses.push((await round(user)).status)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
  expect((await round(another)).status).toBe(200)
  const refused = await round(user)
  expect(await refused.json()).toMatchObject({ code: 'too-many-requests' })
  expect(refused.headers.get('retry-after')).toBe('42')
  server.clock.now += 42_000
  expect((await round(user)).status).toBe(200)
})

test('[LS24] a user makes so many changes a minute, whatever the tabs, and then again in the next', async () => {
  const server = createLibraryServer(database, { share: { ...DEFAULT_USER_QUOTA, changesPerMinute: 3 } })
  const device = new SyncingDevice(server, await aUser(server))
  server.clock.now = 60_000 * 1000 + 18_500
  await device.sync(createPiece(), createPiece())
  const changes = [createPiece(), createPiece()]
  // Each tab and each start of the app has another id.
  const further = JSON.stringify({ ...device.request(), clientId: 'another tab', changes })
  const refused = await device.post(further)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '42'])
  server.clock.now += 42_000
  expect((await device.post(further)).status).toBe(200)
})
