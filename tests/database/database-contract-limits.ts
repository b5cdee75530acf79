import { expect, test } from 'vitest'
import type { ContractSetup } from './contract-setup.ts'
import {
  addPart,
  createPiece,
  deletePiece,
  randomPartId,
  randomPieceId,
  patchPiece,
  addPracticeEntry,
} from '#tests/library/library-changes.ts'
import { aUser, SyncingDevice, storeSubscription, changeStatuses } from '#tests/sync/library-server.ts'

const parts = (count: number) => Array.from({ length: count }, randomPartId)
const pieces = (count: number) => Array.from({ length: count }, () => createPiece())

export function limitContract({ server }: ContractSetup) {
  const aDevice = async (plan: 'free' | 'pro' = 'free') =>
    new SyncingDevice(server(), await aUser(server(), plan))

  test('[PL1] the Free plan holds four pieces and three parts in each', async () => {
    const device = await aDevice()
    const pieceId = randomPieceId()
    const answer = await device.sync(
      createPiece({ pieceId, partIds: parts(3) }),
      ...pieces(3),
      createPiece(),
      addPart(pieceId),
    )
    expect(changeStatuses(answer).slice(-2)).toEqual(['too-many-pieces', 'too-many-parts'])
    expect(
      changeStatuses(await device.sync(deletePiece(pieceId), createPiece({ partIds: parts(4) }))),
    ).toEqual(['applied', 'too-many-parts'])
    expect(changeStatuses(await device.sync(createPiece(), createPiece()))).toEqual([
      'applied',
      'too-many-pieces',
    ])
  })

  test('[PL1] of a fourth and a fifth piece that arrive at once only one is taken', async () => {
    const [phone, tablet] = [await aDevice(), new SyncingDevice(server(), '')]
    await phone.sync(...pieces(3))
    const twin = new SyncingDevice(server(), phone.user)
    const answers = await Promise.all([phone.sync(createPiece()), twin.sync(createPiece())])
    expect(answers.flatMap(changeStatuses).sort()).toEqual(['applied', 'too-many-pieces'])
    expect(tablet.rows.pieces.size).toBe(0)
  })

  test('[BI18] Pro has no limits, and the answer tells the plan of this very moment', async () => {
    const device = await aDevice('pro')
    const answer = await device.sync(...pieces(6), createPiece({ partIds: parts(9) }))
    expect(new Set(changeStatuses(answer))).toEqual(new Set(['applied']))
    expect(answer.plan).toBe('pro')
  })

  test('[LS6] a refusal is not remembered: after the upgrade the same change is taken', async () => {
    const device = await aDevice()
    await device.sync(...pieces(4))
    const fifth = createPiece()
    expect(changeStatuses(await device.sync(fifth))).toEqual(['too-many-pieces'])
    await storeSubscription(server().database, device.user)
    expect(changeStatuses(await device.sync(fifth))).toEqual(['applied'])
  })

  test('[BI18] after the plan has ended all that is there can still be edited and practiced', async () => {
    const device = await aDevice('pro')
    const [pieceId, partId] = [randomPieceId(), randomPartId()]
    await device.sync(createPiece({ pieceId, partIds: [partId, ...parts(5)] }), ...pieces(5))
    const { db } = server().database
    await db
      .updateTable('subscription')
      .set({ status: 'canceled' })
      .where('user_id', '=', device.user)
      .execute()
    const answer = await device.sync(
      patchPiece(pieceId, { name: 'Courante' }),
      addPracticeEntry(pieceId, partId),
      addPart(pieceId),
      createPiece(),
    )
    expect(changeStatuses(answer)).toEqual(['applied', 'applied', 'too-many-parts', 'too-many-pieces'])
    expect(answer.plan).toBeNull()
  })
}
