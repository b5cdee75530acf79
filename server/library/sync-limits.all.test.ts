import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { MAX_CHANGES_ACCEPTED } from '#core/protocol/sync-protocol.ts'
import { addPracticeEntry, createPiece, randomPartId, randomPieceId } from '#tests/library/library-changes.ts'
import { openMemoryDatabase } from '#tests/database/memory-database.ts'
import { aUser, SyncingDevice, createLibraryServer } from '#tests/sync/library-server.ts'

test('[LS24] an import of 20,000 entries passes within a minute, and 30,000 changes of a long time offline within a day', async () => {
  const database = await openMemoryDatabase()
  const device = new SyncingDevice(createLibraryServer(database), await aUser(createLibraryServer(database)))
  const [pieceId, partId] = [randomPieceId(), randomPartId()]
  await device.sync(createPiece({ pieceId, partIds: [partId] }))
  device.server.clock.now += 60_000
  const post = async (count: number) => {
    const changes = Array.from({ length: count }, () => addPracticeEntry(pieceId, partId))
    const answer = await device.post(JSON.stringify({ ...device.request(), changes }))
    return answer.status === 200 ? (await answer.json()).results.length : answer.status
  }
  const answers = []
  for (let round = 0; round < 20_000 / MAX_CHANGES_ACCEPTED; round += 1)
    answers.push(await post(MAX_CHANGES_ACCEPTED))
  expect(answers).toEqual(answers.map(() => MAX_CHANGES_ACCEPTED))
  expect(await post(1)).toBe(429)
  device.server.clock.now += 60_000
  // As if the rest of the day had been as full.
  await sql`update user_revision set changes_of_day = 29_999 where user_id = ${device.user}`.execute(
    database.db,
  )
  expect([await post(1), await post(1)]).toEqual([1, 429])
  await database.close()
}, 300_000)
