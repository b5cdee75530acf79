import { expect, test } from 'vitest'
import type { Change } from '#core/library/change.ts'
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
import { aUser, SyncingDevice, storedRows, changeStatuses } from '#tests/sync/library-server.ts'

/** Defines the tests that a user cannot reach another user's rows, even with all their ids. */
export function breakInContract({ server }: ContractSetup) {
  async function anOwnerAndAnother() {
    const owner = new SyncingDevice(server(), await aUser(server(), 'pro'))
    const [pieceId, practiceId] = [randomPieceId(), randomPracticeId()]
    const [partId, otherPartId] = [randomPartId(), randomPartId()]
    const create = createPiece({ pieceId, partIds: [partId, otherPartId], name: 'Mine' })
    const practice = addPracticeEntry(pieceId, partId, { id: practiceId })
    await owner.sync(create, practice)
    const intruder = new SyncingDevice(server(), await aUser(server(), 'pro'))
    return { owner, intruder, create, practice, pieceId, partId, practiceId }
  }
  type Ids = Awaited<ReturnType<typeof anOwnerAndAnother>>

  const ATTEMPTS: readonly [string, (ids: Ids) => Change, string][] = [
    ['change a piece', ({ pieceId }) => patchPiece(pieceId, { name: 'Stolen' }), 'not-found'],
    ['delete a piece', ({ pieceId }) => deletePiece(pieceId), 'not-found'],
    ['add a part', ({ pieceId }) => addPart(pieceId), 'not-found'],
    ['change a part', ({ partId }) => patchPart(partId, { tempo: 200 }), 'not-found'],
    ['delete a part', ({ partId }) => deletePart(partId), 'not-found'],
    ['practice', ({ pieceId, partId }) => addPracticeEntry(pieceId, partId, { tempo: 200 }), 'not-found'],
    ['take an entry back', ({ practiceId }) => retractPractice(practiceId), 'not-found'],
    ['create a piece with its id', ({ pieceId }) => createPiece({ pieceId, name: 'Twin' }), 'applied'],
    ['create a part with its id', ({ partId }) => createPiece({ partIds: [partId] }), 'applied'],
    [
      'send a change again',
      ({ create }) => ({ ...create, args: { ...create.args, name: 'Twin' } }),
      'applied',
    ],
  ]
  test.each(ATTEMPTS)(
    '[LS5] with the ids of another user one cannot %s of theirs',
    async (_, attempt, verdict) => {
      const ids = await anOwnerAndAnother()
      const { owner, intruder } = ids
      const before = await storedRows(server().database, owner.user)
      expect(changeStatuses(await intruder.sync(attempt(ids)))).toEqual([verdict])
      expect(await storedRows(server().database, owner.user)).toEqual(before)
      const answers = await intruder.syncAll()
      expect(JSON.stringify([answers, [...intruder.rows.pieces.values()]])).not.toContain('Mine')
      expect(changeStatuses(await owner.sync(patchPiece(ids.pieceId, { goal: 99 })))).toEqual(['applied'])
      expect(owner.rows.pieces.size).toBe(1)
    },
  )

  test('[LS5] whose library it is, is told by the session alone', async () => {
    const { owner, intruder } = await anOwnerAndAnother()
    const { epoch } = owner
    for (const since of [0, 1, 999]) {
      const { rows, entries, revision } = await intruder.ask({ since, epoch, clientId: owner.user })
      expect({ rows, entries, revision }).toEqual({
        rows: { pieces: [], parts: [] },
        entries: [],
        revision: 0,
      })
    }
    const named = await intruder.post(JSON.stringify({ ...intruder.request(), userId: owner.user }))
    expect(named.status).toBe(400)
  })
}
