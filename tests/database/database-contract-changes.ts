import { expect, test } from 'vitest'
import { NOON } from '#tests/library/builders.ts'
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
  restorePart,
  retractPractice,
} from '#tests/library/library-changes.ts'
import { aUser, SyncingDevice, storedRows, changeStatuses } from '#tests/sync/library-server.ts'

const DAY = 86_400_000

export function changeContract({ server }: ContractSetup) {
  const aDevice = async () => new SyncingDevice(server(), await aUser(server()))

  test('[LS6] every kind of change is applied, stored and told to the other device', async () => {
    const phone = await aDevice()
    const tablet = new SyncingDevice(server(), phone.user)
    const [pieceId, goneId, practiceId] = [randomPieceId(), randomPieceId(), randomPracticeId()]
    const [first, second, third] = [randomPartId(), randomPartId(), randomPartId()]
    const answer = await phone.sync(
      createPiece({ pieceId, partIds: [first, second], name: 'Chaconne' }),
      createPiece({ pieceId: goneId }),
      addPart(pieceId, { id: third }),
      patchPiece(pieceId, { name: 'Chaconne in d', goal: 132, importance: 5 }),
      patchPart(first, { name: 'Theme', tempo: 70 }),
      addPracticeEntry(pieceId, second, { id: practiceId, tempo: 95 }),
      deletePart(third),
      deletePiece(goneId),
    )
    expect(changeStatuses(answer)).toEqual(answer.results.map(() => 'applied'))
    expect(answer).toMatchObject({
      revision: 1,
      reset: false,
      more: false,
      plan: null,
      now: server().clock.now,
    })
    await tablet.syncAll()
    expect(tablet.rows.pieces.get(pieceId)).toMatchObject({
      name: 'Chaconne in d',
      endTempo: 132,
      importance: 5,
      click: null,
      revision: 1,
    })
    expect(tablet.rows.pieces.get(goneId)?.deletedAt).toEqual(expect.any(Number))
    expect(tablet.rows.parts.get(third)?.deletedAt).toEqual(expect.any(Number))
    expect(tablet.rows.parts.get(first)).toMatchObject({
      pieceId,
      name: 'Theme',
      currentTempo: 70,
      position: 0,
    })
    expect(tablet.rows.parts.get(second)).toMatchObject({
      currentTempo: 95,
      lastPracticed: expect.any(Number),
    })
    expect([...tablet.rows.practice.values()]).toMatchObject([
      { id: practiceId, tempo: 95, retractedAt: null },
    ])
  })

  test('[PL1] a section comes back only where the plan has room for it, and twice is no addition', async () => {
    const phone = await aDevice()
    const [pieceId, first, gone] = [randomPieceId(), randomPartId(), randomPartId()]
    await phone.sync(createPiece({ pieceId, partIds: [first, randomPartId(), gone] }))
    await phone.sync(deletePart(gone), addPart(pieceId))
    expect(changeStatuses(await phone.sync(restorePart(pieceId, gone)))).toEqual(['too-many-parts'])
    const again = await phone.sync(deletePart(first), restorePart(pieceId, gone), restorePart(pieceId, gone))
    expect(changeStatuses(again)).toEqual(['applied', 'applied', 'applied'])
  })

  test('a round that writes nothing takes no revision', async () => {
    const device = await aDevice()
    const create = createPiece()
    await device.sync(create)
    const before = await storedRows(server().database, device.user)
    const answer = await device.sync(create, patchPart(randomPartId(), { tempo: 90 }))
    expect(changeStatuses(answer)).toEqual(['duplicate', 'not-found'])
    expect(answer.revision).toBe(1)
    expect((await device.sync()).revision).toBe(1)
    expect(await storedRows(server().database, device.user)).toEqual(before)
  })

  test('whoever never wrote anything is at revision 0', async () => {
    const device = await aDevice()
    expect(await device.sync()).toMatchObject({ revision: 0, reset: false, more: false, results: [] })
    const refused = await device.sync(deletePiece(randomPieceId()))
    expect(refused).toMatchObject({ revision: 0, results: [{ status: 'rejected', code: 'not-found' }] })
  })

  test('[LS4] a change that is sent again, in the same round or later, is applied once', async () => {
    const device = await aDevice()
    const create = createPiece()
    const again = await device.sync(create, create)
    expect(changeStatuses(again)).toEqual(['applied', 'duplicate'])
    expect(changeStatuses(await device.sync(create))).toEqual(['duplicate'])
    expect(device.rows.pieces.size).toBe(1)
  })

  test('[LS4] what was applied so long ago that its number is forgotten still does no harm', async () => {
    const device = await aDevice()
    const [pieceId, partId, practiceId] = [randomPieceId(), randomPartId(), randomPracticeId()]
    const four = [createPiece({ pieceId, partIds: [partId] }), createPiece(), createPiece(), createPiece()]
    const practice = addPracticeEntry(pieceId, partId, { id: practiceId })
    await device.sync(...four, practice)
    const before = await storedRows(server().database, device.user)
    await server().database.db.deleteFrom('sync_change').where('user_id', '=', device.user).execute()
    const again = await device.sync(...four, practice)
    expect(changeStatuses(again)).toEqual(again.results.map(() => 'applied'))
    const { pieces, parts, practice: entries } = await storedRows(server().database, device.user)
    expect({ pieces, parts, entries }).toEqual({
      pieces: before.pieces,
      parts: before.parts,
      entries: before.practice,
    })
  })

  test('[LS6] every code of refusal comes back for its own reason and stops no other change', async () => {
    const device = await aDevice()
    const [pieceId, partId, goneId, gonePartId] = [
      randomPieceId(),
      randomPartId(),
      randomPieceId(),
      randomPartId(),
    ]
    await device.sync(
      createPiece({ pieceId, partIds: [partId] }),
      createPiece({ pieceId: goneId, partIds: [gonePartId] }),
      deletePiece(goneId),
    )
    const wellFormed = createPiece()
    const asked = [
      { ...createPiece(), args: { ...wellFormed.args, parts: [] } },
      { ...createPiece(), args: { ...wellFormed.args, tempo: 4 } },
      { ...createPiece(), at: 'yesterday' },
      { ...createPiece(), kind: 'piece.play' },
      { id: 'no uuid', kind: 'piece.delete' },
      patchPiece(randomPieceId(), { name: 'Sarabande' }),
      patchPiece(goneId, { name: 'Sarabande' }),
      patchPart(gonePartId, { tempo: 99 }),
      addPart(goneId),
      deletePart(partId),
      addPracticeEntry(randomPieceId(), partId),
      retractPractice(randomPracticeId()),
      patchPiece(pieceId, { name: 'Sarabande' }),
    ]
    const answer = await device.ask({ changes: asked })
    expect(changeStatuses(answer)).toEqual([
      'invalid',
      'invalid',
      'invalid',
      'unknown-kind',
      'invalid',
      'not-found',
      'deleted',
      'deleted',
      'deleted',
      'last-part',
      'not-found',
      'not-found',
      'applied',
    ])
    expect(answer.results.map(result => result.id)).toEqual(asked.map(change => change.id))
  })

  test('[ME1] a device whose clock is three days ahead wins no argument by that', async () => {
    const phone = await aDevice()
    const tablet = new SyncingDevice(server(), phone.user)
    const pieceId = randomPieceId()
    await phone.sync(createPiece({ pieceId, at: NOON }))
    phone.clockAhead = 3 * DAY
    await phone.sync(patchPiece(pieceId, { name: 'From the future', at: NOON + 1000 + 3 * DAY }))
    await tablet.sync(patchPiece(pieceId, { name: 'A second later', at: NOON + 2000 }))
    expect(tablet.rows.pieces.get(pieceId)?.name).toBe('A second later')
    // Whoever claims the right time and a stamp of the future gets the time of the server.
    await tablet.sync(patchPiece(pieceId, { name: 'Next month', at: NOON + 30 * DAY }))
    expect(tablet.rows.pieces.get(pieceId)?.stamps.name).toBe(server().clock.now)
  })

  test('[ME1] taking back the newest of three entries returns to the day of the one before it', async () => {
    const phone = await aDevice()
    const tablet = new SyncingDevice(server(), phone.user)
    const [pieceId, partId, newest] = [randomPieceId(), randomPartId(), randomPracticeId()]
    await phone.sync(createPiece({ pieceId, partIds: [partId], at: NOON }))
    await phone.sync(addPracticeEntry(pieceId, partId, { tempo: 90, at: NOON + 1000 }))
    await tablet.sync(addPracticeEntry(pieceId, partId, { tempo: 95, at: NOON + 2000 }))
    await phone.sync(addPracticeEntry(pieceId, partId, { id: newest, tempo: 100, at: NOON + 3000 }))
    // The phone was told of no day before; the server knows better from the history.
    await phone.sync(retractPractice(newest, { at: NOON + 4000 }))
    expect(phone.rows.parts.get(partId)?.lastPracticed).toBe(NOON + 2000)
  })

  test('[ME1][LI15] a section that is added comes last, also in a round that moves the last ones', async () => {
    const device = new SyncingDevice(server(), await aUser(server(), 'pro'))
    const [pieceId, coda] = [randomPieceId(), randomPartId()]
    const ids = Array.from({ length: 12 }, randomPartId)
    await device.sync(createPiece({ pieceId, partIds: ids, at: NOON }))
    const move = (index: number, position: number) =>
      patchPart(ids[index] ?? randomPartId(), { position, at: NOON + 2000 })
    await device.sync(move(0, 9), move(11, 1), move(10, 2), addPart(pieceId, { id: coda }))
    const places = [...ids, coda].map(id => device.rows.parts.get(id)?.position)
    expect(places).toEqual([9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 2, 1, 10])
  })
}
