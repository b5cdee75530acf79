import { expect, test } from 'vitest'
import { day, NOON } from '#tests/library/builders.ts'
import type { ContractSetup } from './contract-setup.ts'
import {
  addPart,
  createPiece,
  deletePart,
  deletePiece,
  randomPartId,
  randomPieceId,
  randomPracticeId,
  patchPart,
  patchPiece,
  addPracticeEntry,
  retractPractice,
} from '#tests/library/library-changes.ts'
import { aUser, SyncingDevice, changeStatuses } from '#tests/sync/library-server.ts'

const HOUR = 3_600_000

/** Defines the tests of merging the edits of two devices. */
export function mergeContract({ server }: ContractSetup) {
  async function twoDevices() {
    const user = await aUser(server())
    const [phone, tablet] = [new SyncingDevice(server(), user), new SyncingDevice(server(), user)]
    const [pieceId, first, second] = [randomPieceId(), randomPartId(), randomPartId()]
    await phone.sync(createPiece({ pieceId, partIds: [first, second], name: 'Allemande', at: NOON }))
    await tablet.sync()
    return { phone, tablet, pieceId, first, second }
  }

  test('[ME1] edits of different fields all survive, and both devices see the same', async () => {
    const { phone, tablet, pieceId, first, second } = await twoDevices()
    await phone.sync(addPracticeEntry(pieceId, first, { tempo: 91 }), patchPiece(pieceId, { goal: 140 }))
    await tablet.sync(
      patchPiece(pieceId, { name: 'Allemande II', importance: 1 }),
      patchPart(first, { name: 'Upbeat' }),
      addPracticeEntry(pieceId, second, { tempo: 77 }),
    )
    await phone.sync()
    expect(tablet.rows).toEqual(phone.rows)
    expect(phone.rows.pieces.get(pieceId)).toMatchObject({
      name: 'Allemande II',
      endTempo: 140,
      importance: 1,
    })
    expect(phone.rows.parts.get(first)).toMatchObject({ name: 'Upbeat', currentTempo: 91 })
    expect(phone.rows.parts.get(second)).toMatchObject({ currentTempo: 77 })
    expect(phone.rows.practice.size).toBe(2)
  })

  test('[ME1] of two edits of one field the later one stands, in whichever order they arrive', async () => {
    const { phone, tablet, pieceId } = await twoDevices()
    await phone.sync(patchPiece(pieceId, { name: 'The later one', at: NOON + 2000 }))
    const late = await tablet.sync(patchPiece(pieceId, { name: 'The earlier one', at: NOON + 1000 }))
    expect(changeStatuses(late)).toEqual(['applied'])
    expect(tablet.rows.pieces.get(pieceId)?.name).toBe('The later one')
  })

  test('[ME1][LI15] sections that two devices move keep the later place each, and one that is added comes last', async () => {
    const user = await aUser(server(), 'pro')
    const [phone, tablet] = [new SyncingDevice(server(), user), new SyncingDevice(server(), user)]
    const pieceId = randomPieceId()
    const ids = Array.from({ length: 12 }, randomPartId)
    await phone.sync(createPiece({ pieceId, partIds: ids, at: NOON }))
    await tablet.sync()
    const move = (index: number, position: number, at: number) =>
      patchPart(ids[index] ?? randomPartId(), { position, at: NOON + at })
    const coda = randomPartId()
    await phone.sync(move(0, 3, 3000), move(3, 0, 3000), move(11, 5, 1000))
    // The places of the last sections change in the same round in which another is added behind them.
    await tablet.sync(move(0, 9, 2000), move(11, 1, 2000), move(10, 2, 2000), addPart(pieceId, { id: coda }))
    await phone.sync()
    const places = (device: SyncingDevice) => [...ids, coda].map(id => device.rows.parts.get(id)?.position)
    expect(places(phone)).toEqual([3, 1, 2, 0, 4, 5, 6, 7, 8, 9, 2, 1, 10])
    expect(places(tablet)).toEqual(places(phone))
    expect(phone.rows.parts.get(coda)?.stamps).toEqual({})
  })

  test('[ME1][PF1] a performance date and a hold of two devices disturb nothing else and each other', async () => {
    const { phone, tablet, pieceId } = await twoDevices()
    await phone.sync(patchPiece(pieceId, { performOn: day('2027-01-09'), at: NOON + 1000 }))
    await tablet.sync(patchPiece(pieceId, { onHold: true, name: 'Giga', at: NOON + 2000 }))
    await tablet.sync(patchPiece(pieceId, { performOn: null, at: NOON + 500 }))
    await phone.sync()
    expect(phone.rows.pieces.get(pieceId)).toMatchObject({
      performOn: day('2027-01-09'),
      onHold: true,
      name: 'Giga',
      stamps: { performOn: NOON + 1000, onHold: NOON + 2000 },
    })
    expect(tablet.rows.pieces.get(pieceId)).toEqual(phone.rows.pieces.get(pieceId))
  })

  test('[ME1] a device whose clock is three days ahead wins no argument by that', async () => {
    const { phone, tablet, pieceId } = await twoDevices()
    phone.clockAhead = 72 * HOUR
    await phone.sync(patchPiece(pieceId, { name: 'From the future', at: NOON + 1000 + 72 * HOUR }))
    await tablet.sync(patchPiece(pieceId, { name: 'A second later', at: NOON + 2000 }))
    expect(tablet.rows.pieces.get(pieceId)).toMatchObject({
      name: 'A second later',
      stamps: { name: NOON + 2000 },
    })
  })

  test('[ME1] no stamp is kept that lies in the future of the server', async () => {
    const { phone, pieceId } = await twoDevices()
    await phone.sync(patchPiece(pieceId, { name: 'Later', at: NOON + 999 * HOUR }))
    expect(phone.rows.pieces.get(pieceId)?.stamps.name).toBe(server().clock.now)
  })

  test('[ME1] a deleted piece stays deleted; what was practiced on it meanwhile stays in the history', async () => {
    const { phone, tablet, pieceId, first } = await twoDevices()
    await tablet.sync(deletePiece(pieceId))
    const answer = await phone.sync(
      addPracticeEntry(pieceId, first, { tempo: 93 }),
      patchPiece(pieceId, { name: 'Still here' }),
      patchPart(first, { tempo: 99 }),
    )
    expect(changeStatuses(answer)).toEqual(['applied', 'deleted', 'deleted'])
    expect(phone.rows.pieces.get(pieceId)).toMatchObject({ name: 'Allemande', deletedAt: expect.any(Number) })
    expect([...phone.rows.practice.values()]).toMatchObject([{ partId: first, tempo: 93 }])
    expect(phone.rows.parts.get(first)).toMatchObject({ currentTempo: 93, lastPracticed: expect.any(Number) })
  })

  test('[ME1] two devices that each delete one of two parts leave one', async () => {
    const { phone, tablet, first, second } = await twoDevices()
    expect(changeStatuses(await phone.sync(deletePart(first)))).toEqual(['applied'])
    expect(changeStatuses(await tablet.sync(deletePart(second)))).toEqual(['last-part'])
  })

  test('[ME1] an entry that is taken back gives tempo and day back, unless something newer was written', async () => {
    const { phone, tablet, pieceId, first, second } = await twoDevices()
    const [undone, overtaken] = [randomPracticeId(), randomPracticeId()]
    await phone.sync(
      addPracticeEntry(pieceId, first, { id: undone, tempo: 100 }),
      addPracticeEntry(pieceId, second, { id: overtaken, tempo: 100, at: NOON + 1000 }),
    )
    await tablet.sync(addPracticeEntry(pieceId, second, { tempo: 104, at: NOON + 2000 }))
    await phone.sync(
      retractPractice(undone, { at: NOON + 3000 }),
      retractPractice(overtaken, { at: NOON + 3000 }),
    )
    expect(phone.rows.parts.get(first)).toMatchObject({ currentTempo: 80, lastPracticed: null })
    expect(phone.rows.parts.get(second)).toMatchObject({ currentTempo: 104, lastPracticed: NOON + 2000 })
    expect(phone.rows.practice.get(undone)?.retractedAt).toBe(NOON + 3000)
    expect(phone.rows.practice.size).toBe(3)
  })

  test('[ME1] taking back the newest of three entries returns to the day of the one before it', async () => {
    const { phone, tablet, pieceId, first } = await twoDevices()
    const newest = randomPracticeId()
    await phone.sync(addPracticeEntry(pieceId, first, { tempo: 90, at: NOON + 1000 }))
    await tablet.sync(addPracticeEntry(pieceId, first, { tempo: 95, at: NOON + 2000 }))
    await phone.sync(addPracticeEntry(pieceId, first, { id: newest, tempo: 100, at: NOON + 3000 }))
    // The phone was told of no day before; the server knows better from the history.
    await phone.sync(retractPractice(newest, { at: NOON + 4000 }))
    expect(phone.rows.parts.get(first)?.lastPracticed).toBe(NOON + 2000)
  })

  test('[ME1] work on a section whose piece was deleted before it arrived goes into the history', async () => {
    const { phone, tablet, pieceId } = await twoDevices()
    await tablet.sync(deletePiece(pieceId))
    const [section, entry] = [randomPartId(), randomPracticeId()]
    expect(changeStatuses(await phone.sync(addPart(pieceId, { id: section })))).toEqual(['deleted'])
    const answer = await phone.sync(addPracticeEntry(pieceId, section, { id: entry, tempo: 90 }))
    expect(changeStatuses(answer)).toEqual(['applied'])
    expect(phone.rows.practice.get(entry)).toMatchObject({ partId: section, tempo: 90 })
  })

  test('[ME1] an entry that is taken back leaves the day of the one before it', async () => {
    const { phone, pieceId, first } = await twoDevices()
    const undone = randomPracticeId()
    await phone.sync(addPracticeEntry(pieceId, first, { tempo: 84, at: NOON + 1000 }))
    await phone.sync(addPracticeEntry(pieceId, first, { id: undone, tempo: 88, at: NOON + 2000 }))
    await phone.sync(retractPractice(undone, { at: NOON + 3000, tempo: 84 }))
    expect(phone.rows.parts.get(first)).toMatchObject({ currentTempo: 84, lastPracticed: NOON + 1000 })

    // As a device sends it that was offline all the while.
    const both = randomPracticeId()
    const again = addPracticeEntry(pieceId, first, { id: both, tempo: 90, at: NOON + 4000 })
    await phone.sync(again, retractPractice(both, { at: NOON + 5000, tempo: 84 }))
    expect(phone.rows.parts.get(first)).toMatchObject({ currentTempo: 84, lastPracticed: NOON + 1000 })
  })

  test('[ME1] an entry for a part that never arrived, of a piece that is deleted, is kept in the history', async () => {
    const { phone, pieceId } = await twoDevices()
    await phone.sync(deletePiece(pieceId))
    const answer = await phone.sync(
      addPracticeEntry(pieceId, randomPartId()),
      addPracticeEntry(randomPieceId(), randomPartId()),
    )
    expect(changeStatuses(answer)).toEqual(['applied', 'not-found'])
    expect(phone.rows.practice.size).toBe(1)
  })
}
