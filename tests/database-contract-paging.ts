import { expect, test } from 'vitest'
import { ROWS_PER_ANSWER } from '#core/sync-protocol.ts'
import { newEpoch } from '#server/operations/new-epoch.ts'
import type { Bench } from './database-contract.ts'
import {
  createPiece,
  deletePart,
  deletePiece,
  newPartId,
  newPieceId,
  addPractice,
} from './library-changes.ts'
import { aUser, Device } from './library-server.ts'

/** How a device is told what it has not got. */
export function pagingContract({ server }: Bench) {
  /** A user with 1 piece, 2 parts and `entries` practice entries, 100 to a revision. */
  async function aLongHistory(entries: number) {
    const device = new Device(server(), await aUser(server()))
    const [pieceId, partId] = [newPieceId(), newPartId()]
    await device.sync(createPiece({ pieceId, partIds: [partId, newPartId()] }))
    for (let written = 0; written < entries; written += 100) {
      await device.sync(...Array.from({ length: 100 }, () => addPractice(pieceId, partId)))
    }
    return device
  }

  const rowsIn = ({ rows }: { rows: { pieces: unknown[]; parts: unknown[]; practice: unknown[] } }) =>
    rows.pieces.length + rows.parts.length + rows.practice.length

  test('[LS10] more than 500 rows come in pages that cut no revision, and together they are everything', async () => {
    const writer = await aLongHistory(1200)
    const reader = new Device(server(), writer.user)
    const answers = await reader.syncAll()
    expect(answers.map(answer => answer.reset)).toEqual(answers.map(() => false))
    expect(answers.map(answer => answer.more)).toEqual([true, true, true, false].slice(4 - answers.length))
    expect(Math.max(...answers.map(answer => rowsIn(answer as never)))).toBeLessThanOrEqual(ROWS_PER_ANSWER)
    for (const { revision, rows } of answers) {
      for (const row of rows.practice) expect(row.revision).toBeLessThanOrEqual(revision)
    }
    expect(reader.rows).toEqual(writer.rows)
    expect(reader.rows.practice.size).toBe(1200)
    expect(reader.since).toBe(writer.since)
  })

  test('[LS10] a revision of more than 500 rows comes whole', async () => {
    const writer = new Device(server(), await aUser(server(), 'pro'))
    const large = () => createPiece({ partIds: Array.from({ length: 200 }, newPartId) })
    await writer.sync(createPiece())
    await writer.sync(large(), large(), large())
    await writer.sync(createPiece())
    const reader = new Device(server(), writer.user)
    const answers = await reader.syncAll()
    expect(answers.map(rows => rowsIn(rows as never))).toEqual([2, 603, 2])
    expect(reader.rows).toEqual(writer.rows)
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
    const device = new Device(server(), await aUser(server()))
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
    const late = new Device(server(), device.user)
    late.epoch = device.epoch
    late.since = 4
    const answers = await late.syncAll()
    expect(answers.map(answer => answer.reset)).toEqual([true, ...answers.slice(1).map(() => false)])
    expect(answers.length).toBeGreaterThan(1)
    expect(late.rows).toEqual(device.rows)
    expect(await device.sync()).toMatchObject({ reset: false })
  })

  test('[LS12] who begins hears nothing of what is deleted, who was there does', async () => {
    const user = await aUser(server())
    const [phone, tablet] = [new Device(server(), user), new Device(server(), user)]
    const [pieceId, goneId, partId] = [newPieceId(), newPieceId(), newPartId()]
    await phone.sync(
      createPiece({ pieceId, partIds: [partId, newPartId()] }),
      createPiece({ pieceId: goneId }),
    )
    await tablet.sync()
    await phone.sync(deletePiece(goneId), deletePart(partId))
    await tablet.sync()
    expect(tablet.rows.pieces.get(goneId)?.deletedAt).toEqual(expect.any(Number))
    expect(tablet.rows.parts.get(partId)?.deletedAt).toEqual(expect.any(Number))
    const fresh = new Device(server(), user)
    await fresh.sync()
    expect([...fresh.rows.pieces.keys()]).toEqual([pieceId])
    expect(fresh.rows.parts.has(partId)).toBe(false)
  })

  test('[LS17] a new epoch, given after a backup was restored, resets every device once', async () => {
    const device = new Device(server(), await aUser(server()))
    await device.sync(createPiece())
    const before = device.epoch
    const epoch = await newEpoch(server().database.db)
    expect(epoch).not.toBe(before)
    expect(await device.sync()).toMatchObject({ reset: true, epoch, rows: { pieces: [{}] } })
    expect(await device.sync()).toMatchObject({ reset: false, epoch })
  })
}
