import { afterAll, expect, test } from 'vitest'
import { RETENTION_PERIODS } from '#core/library/retention.ts'
import { housekeepingJob } from '#server/jobs/housekeeping-job.ts'
import { NOON } from '#tests/library/builders.ts'
import {
  addPracticeEntry,
  createPiece,
  deletePart,
  deletePiece,
  randomPartId,
  randomPieceId,
  patchPiece,
} from '#tests/library/library-changes.ts'
import {
  aUser,
  SyncingDevice,
  createLibraryServer,
  storedRows,
  changeStatuses,
} from '#tests/sync/library-server.ts'
import { openMemoryDatabase } from '#tests/database/memory-database.ts'

const DAY = 86_400_000

const database = await openMemoryDatabase()
const server = createLibraryServer(database)
afterAll(() => database.close())

const runHousekeeping = (days: number) => housekeepingJob.run(database.db, NOON + days * DAY, () => true)

async function aMusicianWhoDeletes() {
  const user = await aUser(server)
  const [phone, tablet] = [new SyncingDevice(server, user), new SyncingDevice(server, user)]
  const [kept, gone] = [randomPieceId(), randomPieceId()]
  const [first, second, third] = [randomPartId(), randomPartId(), randomPartId()]
  await phone.sync(
    createPiece({ pieceId: kept, partIds: [first, second], at: NOON - 1000 }),
    createPiece({ pieceId: gone, partIds: [third], at: NOON - 1000 }),
    addPracticeEntry(gone, third, { at: NOON - 500 }),
  )
  await tablet.sync()
  await phone.sync(deletePiece(gone, { at: NOON }), deletePart(second, { at: NOON }))
  return { user, phone, tablet, kept, gone, first, second, third }
}

test('[LS17] what was deleted is forgotten after 180 days and not before, what was practiced on it never', async () => {
  const { user, kept, gone, first, second, third } = await aMusicianWhoDeletes()
  await runHousekeeping(RETENTION_PERIODS.deletedDays)
  const before = await storedRows(database, user)
  expect([before.pieces.length, before.parts.length]).toEqual([2, 3])
  await runHousekeeping(RETENTION_PERIODS.deletedDays + 1)
  const after = await storedRows(database, user)
  expect(after.pieces).toEqual([expect.stringContaining(kept)])
  expect(after.parts).toEqual([expect.stringContaining(first)])
  expect(after.practice).toEqual([expect.stringContaining(third)])
  for (const id of [gone, second]) expect(JSON.stringify([after.pieces, after.parts])).not.toContain(id)
})

test('[LS17] a device that never heard of the deletion begins anew, one that did goes on', async () => {
  const { phone, tablet, kept, first } = await aMusicianWhoDeletes()
  await runHousekeeping(RETENTION_PERIODS.deletedDays + 1)
  expect(await phone.sync()).toMatchObject({ reset: false })
  const rename = patchPiece(kept, { name: 'Still here' })
  const answer = await tablet.sync(rename)
  await tablet.syncAll()
  expect(answer).toMatchObject({ reset: true })
  expect(changeStatuses(answer)).toEqual(['applied'])
  expect([...tablet.rows.pieces.keys()]).toEqual([kept])
  expect([...tablet.rows.parts.keys()]).toEqual([first])
  expect(tablet.rows.practice.size).toBe(1)
  expect(await tablet.sync()).toMatchObject({ reset: false })
})

test('[LS17] what an earlier purge took, a device that lacks it learns also after a later one', async () => {
  const { phone, tablet, kept } = await aMusicianWhoDeletes()
  await tablet.sync()
  await phone.sync(deletePiece(kept, { at: NOON - 500 }))
  for (const more of [0, 1]) await runHousekeeping(RETENTION_PERIODS.deletedDays + more)
  expect(await tablet.sync()).toMatchObject({ reset: true })
})

test('[LS26] a new device gets a large library also after something in it was forgotten', async () => {
  const phone = new SyncingDevice(server, await aUser(server, 'pro'))
  const gone = randomPieceId()
  for (let more = 0; more < 3; more += 1)
    await phone.sync(createPiece({ partIds: Array.from({ length: 200 }, randomPartId), at: NOON - 1000 }))
  await phone.sync(createPiece({ pieceId: gone, at: NOON - 500 }))
  await phone.sync(deletePiece(gone, { at: NOON }))
  await runHousekeeping(RETENTION_PERIODS.deletedDays + 1)
  const laptop = new SyncingDevice(server, phone.user)
  await laptop.syncAll()
  expect(laptop.rows.parts.size).toBe(600)
})

test('[LS17] nobody else’s library and no living row is touched, and nothing happens twice', async () => {
  const other = new SyncingDevice(server, await aUser(server))
  await other.sync(createPiece({ at: NOON - 1000 }))
  const { user } = await aMusicianWhoDeletes()
  const libraryOf = async (who: string) => ({ ...(await storedRows(database, who)), changes: [] })
  const before = await libraryOf(other.user)
  await runHousekeeping(RETENTION_PERIODS.deletedDays + 1)
  const once = await storedRows(database, user)
  await runHousekeeping(RETENTION_PERIODS.deletedDays + 2)
  expect(await storedRows(database, user)).toEqual(once)
  expect(await libraryOf(other.user)).toEqual(before)
})
