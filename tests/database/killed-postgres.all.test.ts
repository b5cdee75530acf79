import { expect, test } from 'vitest'
import { practiceWithoutPause } from '#tests/sync/acknowledged-practice.ts'
import { createLibraryServer } from '#tests/sync/library-server.ts'
import { startPostgresEngine, openDatabaseNode } from './database-on-postgres.ts'

const ROUNDS = 20
const RECOVERY_TIMEOUT_MILLISECONDS = 30_000

const { postgres } = startPostgresEngine()

test('[DB17] PostgreSQL crashes twenty times under load: nothing acknowledged is lost, and each device goes on by itself', async () => {
  const url = await postgres().createDatabase()
  const [one, other] = [await openDatabaseNode(url), await openDatabaseNode(url)]
  const devices = await Promise.all(
    [one, one, other, other].map(database => practiceWithoutPause(createLibraryServer(database))),
  )
  const counts = () => devices.map(({ acknowledged }) => acknowledged.length)
  for (let round = 0; round <= ROUNDS; round += 1) {
    const before = counts()
    const everyDeviceWentOn = () => counts().every((count, index) => count > (before[index] ?? 0))
    await expect.poll(everyDeviceWentOn, { timeout: RECOVERY_TIMEOUT_MILLISECONDS, interval: 20 }).toBe(true)
    if (round === ROUNDS) break
    await postgres().crash()
    await postgres().restart()
  }
  expect((await Promise.all(devices.map(device => device.lost()))).flat()).toEqual([])
  const refusals = devices.flatMap(device => device.refusals)
  expect(refusals.length).toBeGreaterThan(0)
  expect(refusals.filter(status => status !== 503)).toEqual([])
  await Promise.all([one.close(), other.close()])
})
