import { expect, test } from 'vitest'
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
  restorePiece,
  retractPractice,
} from '#tests/library/library-changes.ts'
import { aUser, SyncingDevice, storedRows, changeStatuses } from '#tests/sync/library-server.ts'

/** Defines the tests of single changes and their rejection. */
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

  test('[LS6] the settings of the click are kept as they are, and can be taken away', async () => {
    const device = await aDevice()
    const pieceId = randomPieceId()
    const click = { beats: 3, accent: true, play: 2, rest: 1 }
    const patch = patchPiece(pieceId, {})
    await device.sync(createPiece({ pieceId }), { ...patch, args: { id: pieceId, click } })
    expect(device.rows.pieces.get(pieceId)?.click).toEqual(click)
    const { at } = patch
    await device.sync({ ...patchPiece(pieceId, {}), at, args: { id: pieceId, click: null } })
    expect(device.rows.pieces.get(pieceId)?.click).toBeNull()
  })

  test('[LI20] what was deleted can come back whole, also on a device that began after it was deleted', async () => {
    const phone = await aDevice()
    const tablet = new SyncingDevice(server(), phone.user)
    const [pieceId, kept, gone, practiceId] = [
      randomPieceId(),
      randomPartId(),
      randomPartId(),
      randomPracticeId(),
    ]
    await phone.sync(
      createPiece({ pieceId, partIds: [kept, gone] }),
      addPracticeEntry(pieceId, kept, { id: practiceId, tempo: 95 }),
      deletePart(gone),
      deletePiece(pieceId),
    )
    await tablet.sync()
    expect(tablet.rows.pieces.get(pieceId)).toMatchObject({ name: 'Gigue', deletedAt: expect.any(Number) })
    const back = await tablet.sync(restorePiece(pieceId), restorePart(pieceId, gone))
    expect(changeStatuses(back)).toEqual(['applied', 'applied'])
    await phone.sync()
    for (const { rows } of [phone, tablet]) {
      expect(rows.pieces.get(pieceId)).toMatchObject({ name: 'Gigue', deletedAt: null })
      expect(rows.parts.get(kept)).toMatchObject({ currentTempo: 95, deletedAt: null })
      expect(rows.parts.get(gone)).toMatchObject({ deletedAt: null })
      expect([...rows.practice.keys()]).toEqual([practiceId])
    }
  })

  test('[LI20] a deletion that was made before a return and arrives after it has no effect', async () => {
    const phone = await aDevice()
    const tablet = new SyncingDevice(server(), phone.user)
    const pieceId = randomPieceId()
    await phone.sync(createPiece({ pieceId }))
    await tablet.sync()
    const early = deletePiece(pieceId, { at: server().clock.now - 3000 })
    await phone.sync(deletePiece(pieceId, { at: server().clock.now - 2000 }))
    await phone.sync({ ...restorePiece(pieceId), at: server().clock.now - 1000 })
    await tablet.sync(early)
    await phone.sync()
    for (const { rows } of [phone, tablet]) expect(rows.pieces.get(pieceId)?.deletedAt).toBeNull()
  })

  test('[PL1] a piece comes back only where the plan has room for it', async () => {
    const phone = await aDevice()
    const pieceId = randomPieceId()
    await phone.sync(createPiece({ pieceId }), createPiece(), createPiece(), createPiece())
    await phone.sync(deletePiece(pieceId), createPiece())
    expect(changeStatuses(await phone.sync(restorePiece(pieceId)))).toEqual(['too-many-pieces'])
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

  test('[LS6] a round of nothing but unreadable changes is answered, too', async () => {
    const device = await aDevice()
    const answer = await device.ask({ changes: [{ id: 'x' }, { id: 'y' }] })
    expect(changeStatuses(answer)).toEqual(['invalid', 'invalid'])
  })
}
