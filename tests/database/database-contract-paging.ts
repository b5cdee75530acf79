import { expect, test } from 'vitest'
import { MAX_ROWS_PER_RESPONSE } from '#core/protocol/sync-protocol.ts'
import { FULL_BACKFILL, NO_BACKFILL } from '#core/protocol/backfill.ts'
import { beginNextEpoch, setNewEpoch } from '#server/operations/set-new-epoch.ts'
import type { ContractSetup } from './contract-setup.ts'
import {
  createPiece,
  deletePart,
  deletePiece,
  randomPartId,
  randomPieceId,
  randomPracticeId,
  retractPractice,
  addPracticeEntry,
} from '#tests/library/library-changes.ts'
import { aUser, SyncingDevice } from '#tests/sync/library-server.ts'

/** Defines the tests of paging the rows that a device lacks. */
export function pagingContract({ server }: ContractSetup) {
  /** A user with 1 piece, 2 parts and `entries` practice entries, 100 to a revision. */
  async function aLongHistory(entries: number) {
    const device = new SyncingDevice(server(), await aUser(server()))
    const [pieceId, partId] = [randomPieceId(), randomPartId()]
    await device.sync(createPiece({ pieceId, partIds: [partId, randomPartId()] }))
    for (let written = 0; written < entries; written += 100) {
      await device.sync(...Array.from({ length: 100 }, () => addPracticeEntry(pieceId, partId)))
    }
    return device
  }

  const rowsIn = ({ rows }: { rows: { pieces: unknown[]; parts: unknown[]; practice: unknown[] } }) =>
    rows.pieces.length + rows.parts.length + rows.practice.length

  test('[LS10] more than 500 rows come in pages that cut no revision, and together they are everything', async () => {
    const writer = await aLongHistory(1200)
    const reader = new SyncingDevice(server(), writer.user)
    const answers = await reader.syncAll()
    expect(answers.map(answer => answer.reset)).toEqual(answers.map(() => false))
    expect(answers.map(answer => answer.more)).toEqual([true, true, true, false].slice(4 - answers.length))
    expect(Math.max(...answers.map(answer => rowsIn(answer as never)))).toBeLessThanOrEqual(
      MAX_ROWS_PER_RESPONSE,
    )
    for (const { revision, rows } of answers) {
      for (const row of rows.practice) expect(row.revision).toBeLessThanOrEqual(revision)
    }
    expect(reader.rows).toEqual(writer.rows)
    expect(reader.rows.practice.size).toBe(1200)
    expect(reader.since).toBe(writer.since)
  })

  test('[LS10] a revision of more than 500 rows comes whole', async () => {
    const writer = new SyncingDevice(server(), await aUser(server(), 'pro'))
    const large = () => createPiece({ partIds: Array.from({ length: 200 }, randomPartId) })
    await writer.sync(createPiece())
    await writer.sync(large(), large(), large())
    await writer.sync(createPiece())
    const reader = new SyncingDevice(server(), writer.user)
    const answers = await reader.syncAll()
    expect(answers.map(rows => rowsIn(rows as never))).toEqual([2, 603, 2])
    expect(reader.rows).toEqual(writer.rows)
  })

  test('[LS26] a first sync brings pieces and parts before the history, which fills the gap it leaves', async () => {
    const writer = await aLongHistory(1200)
    const reader = new SyncingDevice(server(), writer.user)
    reader.backfill = FULL_BACKFILL
    const first = await reader.sync()
    expect(first).toMatchObject({ reset: false, revision: writer.since, more: true })
    expect(reader.rows.parts).toEqual(writer.rows.parts)
    expect(first.backfill).toEqual({ library: false, history: { since: 5, until: writer.since } })
    const answers = [first, ...(await reader.syncAll())]
    expect(answers.map(answer => answer.rows.practice.length)).toEqual([400, 500, 300])
    expect(answers.at(-1)?.backfill).toEqual(NO_BACKFILL)
    expect(reader.rows).toEqual(writer.rows)
  })

  test('[LS26] more pieces and parts than a page holds come alone, page after page, without what is deleted', async () => {
    const writer = new SyncingDevice(server(), await aUser(server(), 'pro'))
    const ids = () => ({ pieceId: randomPieceId(), partIds: Array.from({ length: 199 }, randomPartId) })
    const [one, ...others] = [ids(), ids(), ids()]
    for (const each of [one, ...others]) await writer.sync(createPiece(each))
    await writer.sync(addPracticeEntry(one.pieceId, one.partIds[0] ?? randomPartId()))
    const reader = new SyncingDevice(server(), writer.user)
    reader.backfill = FULL_BACKFILL
    const first = await reader.sync()
    expect(first.rows.practice).toEqual([])
    expect(first.backfill).toEqual({ library: true, history: { since: 0, until: first.revision } })
    // Between the pages: a part that has come is practiced, and a piece that has come is deleted.
    await writer.sync(
      addPracticeEntry(others[0]?.pieceId ?? one.pieceId, others[0]?.partIds[0] ?? randomPartId()),
    )
    await writer.sync(deletePiece(one.pieceId))
    await reader.syncAll()
    expect(reader.backfill).toEqual(NO_BACKFILL)
    expect(reader.rows).toEqual(writer.rows)
  })

  test('[LS26] what is written during the backfill comes once, and no gap is left', async () => {
    const writer = await aLongHistory(1200)
    const [pieceId = randomPieceId()] = writer.rows.pieces.keys() as Iterable<
      ReturnType<typeof randomPieceId>
    >
    const [partId = randomPartId()] = writer.rows.parts.keys() as Iterable<ReturnType<typeof randomPartId>>
    const reader = new SyncingDevice(server(), writer.user)
    reader.backfill = FULL_BACKFILL
    await reader.sync()
    const retracted = [...writer.rows.practice.values()].at(-1)?.id ?? randomPracticeId()
    await writer.sync(retractPractice(retracted))
    await reader.sync(addPracticeEntry(pieceId, partId))
    await writer.sync(addPracticeEntry(pieceId, partId))
    await reader.syncAll()
    await writer.syncAll()
    expect(reader.rows.practice.get(retracted)?.retractedAt).toEqual(expect.any(Number))
    expect(reader.rows).toEqual(writer.rows)
    expect(reader.rows.practice.size).toBe(1202)
  })

  test('[LS26] a device that begins anew also gets pieces and parts first; one of before gets all in their order', async () => {
    const writer = await aLongHistory(700)
    const [anew, before] = [
      new SyncingDevice(server(), writer.user),
      new SyncingDevice(server(), writer.user),
    ]
    Object.assign(anew, { epoch: 'before the backup', since: 9, backfill: NO_BACKFILL })
    const answer = await anew.sync()
    expect(answer).toMatchObject({ reset: true, revision: writer.since, backfill: { library: false } })
    expect(anew.rows.parts).toEqual(writer.rows.parts)
    await anew.syncAll()
    expect(anew.rows).toEqual(writer.rows)
    const [first] = await before.syncAll()
    expect(first).not.toHaveProperty('backfill')
    expect(first?.rows.parts).toHaveLength(1)
    expect(before.rows).toEqual(writer.rows)
  })

  test('[LS11] another epoch voids what a device has, and the whole library comes again in pages', async () => {
    const writer = await aLongHistory(700)
    const { epoch, since } = writer
    writer.epoch = 'before the backup'
    writer.rows.pieces.set('gone', { ...[...writer.rows.pieces.values()][0], id: 'gone' } as never)
    const answers = await writer.syncAll()
    expect(answers.map(answer => answer.reset)).toEqual([true, ...answers.slice(1).map(() => false)])
    expect(answers.length).toBeGreaterThan(1)
    expect(writer).toMatchObject({ epoch, since })
    expect(writer.rows.practice.size).toBe(700)
    expect(writer.rows.pieces.size).toBe(1)
  })

  test('[LS11] a device that knows a revision never given out begins anew, and so does one without an epoch', async () => {
    const device = new SyncingDevice(server(), await aUser(server()))
    await device.sync(createPiece())
    expect(await device.ask({ since: 7 })).toMatchObject({ reset: true, revision: 1, rows: { pieces: [{}] } })
    expect(await device.ask({ since: 1, epoch: null })).toMatchObject({ reset: true, revision: 1 })
    expect(await device.ask({ since: 0, epoch: null })).toMatchObject({
      reset: false,
      rows: { pieces: [{}] },
    })
    expect(await device.ask({ since: 1 })).toMatchObject({ reset: false, rows: { pieces: [] } })
  })

  test('[LS11] who was away while deletions were forgotten begins anew once, however many pages that takes', async () => {
    const device = await aLongHistory(1200)
    const { db } = server().database
    await db
      .updateTable('user_revision')
      .set({ minimum_revision: 9 })
      .where('user_id', '=', device.user)
      .execute()
    const late = new SyncingDevice(server(), device.user)
    late.epoch = device.epoch
    late.since = 4
    const answers = await late.syncAll()
    expect(answers.map(answer => answer.reset)).toEqual([true, ...answers.slice(1).map(() => false)])
    expect(answers.length).toBeGreaterThan(1)
    expect(late.rows).toEqual(device.rows)
    expect(await device.sync()).toMatchObject({ reset: false })
  })

  test('[LS12] who begins hears of what is deleted, as who was there does', async () => {
    const user = await aUser(server())
    const [phone, tablet] = [new SyncingDevice(server(), user), new SyncingDevice(server(), user)]
    const [goneId, partId] = [randomPieceId(), randomPartId()]
    await phone.sync(createPiece({ partIds: [partId, randomPartId()] }), createPiece({ pieceId: goneId }))
    await tablet.sync()
    await phone.sync(deletePiece(goneId), deletePart(partId))
    await tablet.sync()
    expect(tablet.rows.pieces.get(goneId)?.deletedAt).toEqual(expect.any(Number))
    expect(tablet.rows.parts.get(partId)?.deletedAt).toEqual(expect.any(Number))
    const fresh = new SyncingDevice(server(), user)
    await fresh.sync()
    expect(fresh.rows).toEqual(tablet.rows)
  })

  test('[LS17] a new epoch, given after a backup was restored, resets every device once', async () => {
    const device = new SyncingDevice(server(), await aUser(server()))
    await device.sync(createPiece())
    const before = device.epoch
    const epoch = await setNewEpoch(server().database.db)
    expect(epoch).not.toBe(before)
    expect(await device.sync()).toMatchObject({ reset: true, epoch, rows: { pieces: [{}] } })
    expect(await device.sync()).toMatchObject({ reset: false, epoch })
  })

  test('[LS30] after another start of the server devices go on, and learn its epoch', async () => {
    const { db } = server().database
    const device = new SyncingDevice(server(), await aUser(server()))
    await device.sync(createPiece())
    const [before, away] = [device.epoch, { epoch: device.epoch, since: device.since }]
    for (let start = 0; start < 2; start += 1) await beginNextEpoch(db)
    expect(await device.sync(createPiece())).toMatchObject({
      reset: false,
      revision: 2,
      rows: { pieces: [{}] },
    })
    expect(device.epoch).not.toBe(before)
    expect(await device.sync()).toMatchObject({ reset: false, epoch: device.epoch })
    expect(await device.ask(away)).toMatchObject({ reset: false, revision: 2, rows: { pieces: [{}] } })
    await setNewEpoch(db)
    expect(await device.ask(away)).toMatchObject({ reset: true })
    expect(await device.sync()).toMatchObject({ reset: true })
  })
}
