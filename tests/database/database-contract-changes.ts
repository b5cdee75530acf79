import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { purgeDeletedPiecesAndParts } from '#server/library/purge-deleted-rows.ts'
import { DEFAULT_USER_QUOTA } from '#server/library/user-quota.ts'
import { NOON } from '#tests/library/builders.ts'
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
import {
  aUser,
  changeStatuses,
  createLibraryServer,
  storedRows,
  storeSubscription,
  SyncingDevice,
} from '#tests/sync/library-server.ts'
import type { ContractSetup } from './contract-setup.ts'

const DAY = 86_400_000
const parts = (count: number) => Array.from({ length: count }, randomPartId)
const pieces = (count: number) => Array.from({ length: count }, () => createPiece())

export function changeContract({ server }: ContractSetup) {
  const aDevice = async (plan: 'free' | 'pro' = 'free') =>
    new SyncingDevice(server(), await aUser(server(), plan))

  test('[LS6] every kind of change is applied, stored and synced to the other device', async () => {
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
    const { now } = server().clock
    expect(answer).toMatchObject({ revision: 1, reset: false, more: false, plan: null, now })
    await tablet.syncAll()
    const { rows } = tablet
    const edited = { name: 'Chaconne in d', endTempo: 132, importance: 5, click: null, revision: 1 }
    expect(rows.pieces.get(pieceId)).toMatchObject(edited)
    expect(rows.pieces.get(goneId)?.deletedAt).toEqual(expect.any(Number))
    expect(rows.parts.get(third)?.deletedAt).toEqual(expect.any(Number))
    expect(rows.parts.get(first)).toMatchObject({ pieceId, name: 'Theme', currentTempo: 70, position: 0 })
    const practiced = { currentTempo: 95, lastPracticed: expect.any(Number) }
    expect(rows.parts.get(second)).toMatchObject(practiced)
    expect([...rows.practice.values()]).toMatchObject([{ id: practiceId, tempo: 95, retractedAt: null }])
  })

  test('a round that writes nothing takes no revision, and a user who has written nothing is at revision 0', async () => {
    const device = await aDevice()
    expect(await device.sync()).toMatchObject({ revision: 0, reset: false, more: false, results: [] })
    const refused = await device.sync(deletePiece(randomPieceId()))
    expect(refused).toMatchObject({ revision: 0, results: [{ status: 'rejected', code: 'not-found' }] })
    const create = createPiece()
    await device.sync(create)
    const before = await storedRows(server().database, device.user)
    const answer = await device.sync(create, patchPart(randomPartId(), { tempo: 90 }))
    expect(changeStatuses(answer)).toEqual(['duplicate', 'not-found'])
    expect([answer.revision, (await device.sync()).revision]).toEqual([1, 1])
    expect(await storedRows(server().database, device.user)).toEqual(before)
  })

  test('[LS4] a change that is sent again, in the same round, later or after its id was deleted, is applied once', async () => {
    const device = await aDevice()
    const [pieceId, partId] = [randomPieceId(), randomPartId()]
    const create = createPiece({ pieceId, partIds: [partId] })
    expect(changeStatuses(await device.sync(create, create))).toEqual(['applied', 'duplicate'])
    expect(changeStatuses(await device.sync(create))).toEqual(['duplicate'])
    const others = [...pieces(3), addPracticeEntry(pieceId, partId)]
    await device.sync(...others)
    const { database } = server()
    const rows = async () => ({ ...(await storedRows(database, device.user)), changes: [], revision: [] })
    const before = await rows()
    await database.db.deleteFrom('sync_change').where('user_id', '=', device.user).execute()
    const again = await device.sync(create, ...others)
    expect(changeStatuses(again)).toEqual(again.results.map(() => 'applied'))
    expect(await rows()).toEqual(before)
  })

  test('[LS6] every rejected change gets the code of its reason and stops no other change', async () => {
    const device = await aDevice()
    const [pieceId, goneId] = [randomPieceId(), randomPieceId()]
    const [partId, gonePartId] = [randomPartId(), randomPartId()]
    await device.sync(
      createPiece({ pieceId, partIds: [partId] }),
      createPiece({ pieceId: goneId, partIds: [gonePartId] }),
      deletePiece(goneId),
    )
    const wellFormed = createPiece()
    const expected: [{ id: string; [more: string]: unknown }, string][] = [
      [{ ...createPiece(), args: { ...wellFormed.args, parts: [] } }, 'invalid'],
      [{ ...createPiece(), args: { ...wellFormed.args, tempo: 4 } }, 'invalid'],
      [{ ...createPiece(), at: 'yesterday' }, 'invalid'],
      [{ ...createPiece(), kind: 'piece.play' }, 'unknown-kind'],
      [{ id: 'no uuid', kind: 'piece.delete' }, 'invalid'],
      [patchPiece(randomPieceId(), { name: 'Sarabande' }), 'not-found'],
      [patchPiece(goneId, { name: 'Sarabande' }), 'deleted'],
      [patchPart(gonePartId, { tempo: 99 }), 'deleted'],
      [addPart(goneId), 'deleted'],
      [deletePart(partId), 'last-part'],
      [addPracticeEntry(randomPieceId(), partId), 'not-found'],
      [retractPractice(randomPracticeId()), 'not-found'],
      [patchPiece(pieceId, { name: 'Sarabande' }), 'applied'],
    ]
    const answer = await device.ask({ changes: expected.map(([change]) => change) })
    expect(changeStatuses(answer)).toEqual(expected.map(([, status]) => status))
    expect(answer.results.map(result => result.id)).toEqual(expected.map(([change]) => change.id))
  })

  test('[ME1] a device whose clock is three days ahead does not win conflicts by that', async () => {
    const phone = await aDevice()
    const tablet = new SyncingDevice(server(), phone.user)
    const pieceId = randomPieceId()
    await phone.sync(createPiece({ pieceId, at: NOON }))
    phone.clockAhead = 3 * DAY
    await phone.sync(patchPiece(pieceId, { name: 'From the future', at: NOON + 1000 + 3 * DAY }))
    await tablet.sync(patchPiece(pieceId, { name: 'A second later', at: NOON + 2000 }))
    expect(tablet.rows.pieces.get(pieceId)?.name).toBe('A second later')
    // A timestamp in the future from a device whose clock is right is replaced by the server time.
    await tablet.sync(patchPiece(pieceId, { name: 'Next month', at: NOON + 30 * DAY }))
    expect(tablet.rows.pieces.get(pieceId)?.stamps.name).toBe(server().clock.now)
  })

  test('[ME1] taking back the newest of three entries returns to the day of the one before it', async () => {
    const phone = await aDevice()
    const tablet = new SyncingDevice(server(), phone.user)
    const [pieceId, partId] = [randomPieceId(), randomPartId()]
    const [second, newest, last] = [randomPracticeId(), randomPracticeId(), randomPracticeId()]
    await phone.sync(createPiece({ pieceId, partIds: [partId], at: NOON }))
    await phone.sync(addPracticeEntry(pieceId, partId, { tempo: 90, at: NOON + 1000 }))
    await tablet.sync(addPracticeEntry(pieceId, partId, { id: second, tempo: 95, at: NOON + 2000 }))
    await phone.sync(addPracticeEntry(pieceId, partId, { id: newest, tempo: 100, at: NOON + 3000 }))
    // The phone sends no day to return to; the server finds it in the history.
    await phone.sync(retractPractice(newest, { at: NOON + 4000 }))
    expect(phone.rows.parts.get(partId)?.lastPracticed).toBe(NOON + 2000)
    await phone.sync(addPracticeEntry(pieceId, partId, { id: last, at: NOON + 5000 }))
    await tablet.sync(retractPractice(second, { at: NOON + 6000 }))
    // The phone returns to the entry that the tablet has retracted meanwhile.
    await phone.sync(retractPractice(last, { at: NOON + 7000, lastPracticed: NOON + 2000 }))
    expect(phone.rows.parts.get(partId)?.lastPracticed).toBe(NOON + 1000)
  })

  test('[ME1][LI15] a section that is added comes last, also in a round that moves the last ones', async () => {
    const device = await aDevice('pro')
    const [pieceId, coda] = [randomPieceId(), randomPartId()]
    const ids = parts(12)
    await device.sync(createPiece({ pieceId, partIds: ids, at: NOON }))
    const move = (index: number, position: number) =>
      patchPart(ids[index] ?? randomPartId(), { position, at: NOON + 2000 })
    await device.sync(move(0, 8), move(11, 1), move(10, 2), addPart(pieceId, { id: coda }))
    const places = [...ids, coda].map(id => device.rows.parts.get(id)?.position)
    expect(places).toEqual([8, 1, 2, 3, 4, 5, 6, 7, 8, 9, 2, 1, 10])
  })

  test('[PL1] the Free plan holds four pieces and three parts in each', async () => {
    const device = await aDevice()
    const pieceId = randomPieceId()
    const first = createPiece({ pieceId, partIds: parts(3) })
    const answer = await device.sync(first, ...pieces(4), addPart(pieceId))
    expect(changeStatuses(answer).slice(-2)).toEqual(['too-many-pieces', 'too-many-parts'])
    const further = await device.sync(deletePiece(pieceId), createPiece({ partIds: parts(4) }))
    expect(changeStatuses(further)).toEqual(['applied', 'too-many-parts'])
    expect(changeStatuses(await device.sync(...pieces(2)))).toEqual(['applied', 'too-many-pieces'])
  })

  test('[PL1] a section is restored only if the plan has room for it, and restoring it twice adds nothing', async () => {
    const phone = await aDevice()
    const [pieceId, first, gone] = [randomPieceId(), randomPartId(), randomPartId()]
    await phone.sync(createPiece({ pieceId, partIds: [first, randomPartId(), gone] }))
    await phone.sync(deletePart(gone), addPart(pieceId))
    expect(changeStatuses(await phone.sync(restorePart(pieceId, gone)))).toEqual(['too-many-parts'])
    const again = await phone.sync(deletePart(first), restorePart(pieceId, gone), restorePart(pieceId, gone))
    expect(changeStatuses(again)).toEqual(['applied', 'applied', 'applied'])
  })

  test('[PL1] of a fourth and a fifth piece that arrive at once only one is accepted', async () => {
    const phone = await aDevice()
    await phone.sync(...pieces(3))
    const twin = new SyncingDevice(server(), phone.user)
    const answers = await Promise.all([phone.sync(createPiece()), twin.sync(createPiece())])
    expect(answers.flatMap(changeStatuses).sort()).toEqual(['applied', 'too-many-pieces'])
  })

  test('[LS6] a rejection is not stored: after the upgrade the same change is applied', async () => {
    const device = await aDevice()
    await device.sync(...pieces(4))
    const fifth = createPiece()
    expect(changeStatuses(await device.sync(fifth))).toEqual(['too-many-pieces'])
    await storeSubscription(server().database, device.user)
    expect(changeStatuses(await device.sync(fifth))).toEqual(['applied'])
  })

  test('[BI18] Pro has no limits, and after it has ended all existing pieces can still be edited and practiced', async () => {
    const device = await aDevice('pro')
    const [pieceId, partId] = [randomPieceId(), randomPartId()]
    const two = [randomPieceId(), randomPieceId()]
    const long = createPiece({ pieceId, partIds: [partId, ...parts(8)] })
    const many = await device.sync(long, ...two.map(id => createPiece({ pieceId: id })), ...pieces(4))
    expect(new Set(changeStatuses(many))).toEqual(new Set(['applied']))
    expect(many.plan).toBe('pro')
    const { db } = server().database
    const ended = { status: 'canceled' }
    await db.updateTable('subscription').set(ended).where('user_id', '=', device.user).execute()
    const answer = await device.sync(
      patchPiece(pieceId, { name: 'Courante' }),
      addPracticeEntry(pieceId, partId),
      addPart(pieceId),
      ...two.map(id => deletePiece(id)),
      // Five of the seven are left.
      createPiece(),
    )
    const applied = ['applied', 'applied']
    expect(changeStatuses(answer)).toEqual([...applied, 'too-many-parts', ...applied, 'too-many-pieces'])
    expect(answer.plan).toBeNull()
  })

  const aLimitedDevice = async (share: Partial<typeof DEFAULT_USER_QUOTA>) => {
    const limited = createLibraryServer(server().database, { share: { ...DEFAULT_USER_QUOTA, ...share } })
    return new SyncingDevice(limited, await aUser(limited, 'pro'))
  }

  test('[LS24] a change that would add more rows than a user may store is rejected, everything else is applied', async () => {
    const device = await aLimitedDevice({ libraryRows: 4, practiceRows: 2 })
    const [pieceId, partId, second] = [randomPieceId(), randomPartId(), randomPartId()]
    const [entry, entryOfLater] = [randomPracticeId(), randomPracticeId()]
    const practice = addPracticeEntry(pieceId, partId, { id: entry })
    const filling = await device.sync(
      createPiece({ pieceId, partIds: [partId, second] }),
      createPiece(),
      addPart(pieceId),
      practice,
      addPracticeEntry(pieceId, partId, { id: entryOfLater }),
      addPracticeEntry(pieceId, partId),
    )
    const full = 'library-full'
    expect(changeStatuses(filling)).toEqual(['applied', full, 'applied', 'applied', 'applied', full])
    const further = await device.sync(
      practice,
      { ...addPracticeEntry(pieceId, partId, { id: entry }) },
      retractPractice(entryOfLater),
      patchPiece(pieceId, { name: 'Courante' }),
      deletePart(second),
      addPart(pieceId),
      addPracticeEntry(pieceId, partId),
    )
    const taken = ['applied', 'applied', 'applied', 'applied']
    expect(changeStatuses(further)).toEqual(['duplicate', ...taken, full, full])
    expect(await countersAndRows(device.user)).toEqual({ library: [4, 4], practice: [2, 2] })

    await purgeDeletedPiecesAndParts(server().database.db, device.server.clock.now + 1, () => true)
    expect(await countersAndRows(device.user)).toEqual({ library: [3, 3], practice: [2, 2] })
    expect(changeStatuses(await device.sync(addPart(pieceId)))).toEqual(['applied'])
  })

  async function countersAndRows(user: string) {
    const { rows } = await sql`
      select array[library_rows, (select count(*) from piece where user_id = ${user})
          + (select count(*) from part where user_id = ${user})]::int[] as library,
        array[practice_rows, (select count(*) from practice where user_id = ${user})]::int[] as practice
      from user_revision where user_id = ${user}`.execute(server().database.db)
    return rows[0]
  }

  test('[LS24] changes beyond the daily limit are refused until the next day', async () => {
    const device = await aLimitedDevice({ changesPerDay: 3 })
    device.server.clock.now = 20_000 * DAY + DAY - 90_000
    await device.sync(...pieces(2))
    const further = pieces(2)
    const post = () => device.post(JSON.stringify({ ...device.request(), changes: further }))
    const refused = await post()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '90'])
    expect(await refused.json()).toMatchObject({ code: 'too-many-requests' })
    // A round without changes does not count.
    expect((await device.ask()).revision).toBe(1)
    device.server.clock.now += 90_000
    expect((await post()).status).toBe(200)
  })
}
