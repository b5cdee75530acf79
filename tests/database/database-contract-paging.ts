import { expect, test } from 'vitest'
import type { SyncResponse } from '#core/protocol/sync-protocol.ts'
import { beginEpochWithoutFullSync, beginEpochWithFullSync } from '#server/operations/new-epoch.ts'
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
import type { ContractSetup } from './contract-setup.ts'

export function pagingContract({ server }: ContractSetup) {
  const aDevice = async (plan: 'free' | 'pro' = 'free') =>
    new SyncingDevice(server(), await aUser(server(), plan))

  async function aDeviceWithHistory(entries: number) {
    const device = await aDevice()
    const [pieceId, partId] = [randomPieceId(), randomPartId()]
    await device.sync(createPiece({ pieceId, partIds: [partId, randomPartId()] }))
    for (let written = 0; written < entries; written += 100)
      await device.sync(...Array.from({ length: 100 }, () => addPracticeEntry(pieceId, partId)))
    return { device, pieceId, partId }
  }

  const rowsIn = ({ rows }: SyncResponse) => rows.pieces.length + rows.parts.length

  test('[LS26] more than 500 entries come in pages that split no revision and are complete together', async () => {
    const { device: writer } = await aDeviceWithHistory(1200)
    const reader = new SyncingDevice(server(), writer.user)
    const answers = await reader.syncAll()
    expect(answers.map(({ reset, more }) => [reset, more])).toEqual(answers.map(() => [false, false]))
    expect(answers.map(({ entries }) => entries.length)).toEqual([0, 500, 500, 200])
    expect(answers.map(({ moreEntries }) => moreEntries)).toEqual([true, true, true, false])
    for (const { entriesRevision, entries } of answers)
      for (const entry of entries) expect(entry.revision).toBeLessThanOrEqual(entriesRevision)
    expect(reader.rows).toEqual(writer.rows)
    expect(reader.rows.practice.size).toBe(1200)
    expect(reader).toMatchObject({ since: writer.since, entriesSince: writer.since })
  })

  test('[LS26] a revision of more than 500 rows comes whole', async () => {
    const writer = await aDevice('pro')
    const large = () => createPiece({ partIds: Array.from({ length: 200 }, randomPartId) })
    await writer.sync(createPiece())
    await writer.sync(large(), large(), large())
    await writer.sync(createPiece())
    const reader = new SyncingDevice(server(), writer.user)
    const answers = await reader.syncAll()
    expect(answers.filter(rows => rowsIn(rows) > 0).map(rowsIn)).toEqual([2, 603, 2])
    expect(reader.rows).toEqual(writer.rows)
  })

  test('[LS26] a first sync brings pieces and parts alone, page after page, and then the history', async () => {
    const writer = await aDevice('pro')
    const ids = () => ({ pieceId: randomPieceId(), partIds: Array.from({ length: 199 }, randomPartId) })
    const [one, ...others] = [ids(), ids(), ids()]
    for (const each of [one, ...others]) await writer.sync(createPiece(each))
    await writer.sync(addPracticeEntry(one.pieceId, one.partIds[0] ?? randomPartId()))
    const reader = new SyncingDevice(server(), writer.user)
    const first = await reader.sync()
    expect(first).toMatchObject({ more: true, entries: [], entriesRevision: 0, moreEntries: true })
    // Between the pages, a part that was sent is practiced and a piece that was sent is deleted.
    const [other] = others
    await writer.sync(addPracticeEntry(other.pieceId, other.partIds[0] ?? randomPartId()))
    await writer.sync(deletePiece(one.pieceId))
    await reader.syncAll()
    expect(reader.rows).toEqual(writer.rows)
  })

  test('[LS26] the response to the first round contains what the round has added, entries too', async () => {
    const device = await aDevice()
    const [pieceId, partId] = [randomPieceId(), randomPartId()]
    const saved = [createPiece({ pieceId, partIds: [partId] }), addPracticeEntry(pieceId, partId)]
    expect(await device.sync(...saved)).toMatchObject({ more: false, entries: [{}], moreEntries: false })
    expect(device).toMatchObject({ since: 1, entriesSince: 1 })
  })

  test('[LS26] changes made while the history is being loaded are not missed, and a retracted entry is sent again', async () => {
    const { device: writer, pieceId, partId } = await aDeviceWithHistory(1200)
    const reader = new SyncingDevice(server(), writer.user)
    await reader.sync()
    await reader.sync()
    const retracted = [...writer.rows.practice.values()][0]?.id ?? randomPracticeId()
    await writer.sync(retractPractice(retracted))
    await reader.sync(addPracticeEntry(pieceId, partId))
    await writer.sync(addPracticeEntry(pieceId, partId))
    await reader.syncAll()
    await writer.syncAll()
    expect(reader.rows.practice.get(retracted)?.retractedAt).toEqual(expect.any(Number))
    expect(reader.rows).toEqual(writer.rows)
    expect(reader.rows.practice.size).toBe(1202)
  })

  test('[LS17] a device with another epoch discards its rows and gets the whole library in pages', async () => {
    const { device: writer } = await aDeviceWithHistory(700)
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

  test('[LS17] a device at a revision that the server never gave out, or without an epoch, gets everything again', async () => {
    const device = await aDevice()
    await device.sync(createPiece())
    expect(await device.ask({ since: 7 })).toMatchObject({ reset: true, revision: 1, rows: { pieces: [{}] } })
    expect(await device.ask({ since: 1, epoch: null })).toMatchObject({ reset: true, revision: 1 })
    const first = { reset: false, rows: { pieces: [{}] } }
    expect(await device.ask({ since: 0, epoch: null })).toMatchObject(first)
    expect(await device.ask({ since: 1 })).toMatchObject({ reset: false, rows: { pieces: [] } })
  })

  test('[LS17] a device that was away when tombstones were purged gets everything once, in however many pages', async () => {
    const { device } = await aDeviceWithHistory(1200)
    const { db } = server().database
    const purged = { minimum_revision: 9 }
    await db.updateTable('user_revision').set(purged).where('user_id', '=', device.user).execute()
    const returningDevice = new SyncingDevice(server(), device.user)
    returningDevice.epoch = device.epoch
    returningDevice.since = 4
    const answers = await returningDevice.syncAll()
    expect(answers.map(answer => answer.reset)).toEqual([true, ...answers.slice(1).map(() => false)])
    expect(answers.length).toBeGreaterThan(1)
    expect(returningDevice.rows).toEqual(device.rows)
    expect(await device.sync()).toMatchObject({ reset: false })
  })

  test('[LI20] a first sync includes what is deleted, as a later one does', async () => {
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

  test('[LS17] devices go on after a restart of the server and learn its new epoch', async () => {
    const { db } = server().database
    const device = await aDevice()
    await device.sync(createPiece())
    const [before, away] = [device.epoch, { epoch: device.epoch, since: device.since }]
    for (let start = 0; start < 2; start += 1) await beginEpochWithoutFullSync(db)
    const goesOn = { reset: false, revision: 2, rows: { pieces: [{}] } }
    expect(await device.sync(createPiece())).toMatchObject(goesOn)
    expect(device.epoch).not.toBe(before)
    expect(await device.sync()).toMatchObject({ reset: false, epoch: device.epoch })
    expect(await device.ask(away)).toMatchObject(goesOn)
    await beginEpochWithFullSync(db)
    expect(await device.ask(away)).toMatchObject({ reset: true })
    expect(await device.sync()).toMatchObject({ reset: true })
  })
}
