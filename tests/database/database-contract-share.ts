import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { purgeDeletedRows } from '#server/library/purge-deleted-rows.ts'
import { DEFAULT_USER_QUOTA } from '#server/library/user-quota.ts'
import type { ContractSetup } from './contract-setup.ts'
import {
  addPart,
  addPracticeEntry,
  createPiece,
  deletePart,
  randomPartId,
  randomPieceId,
  randomPracticeId,
  patchPiece,
  retractPractice,
} from '#tests/library/library-changes.ts'
import { aUser, SyncingDevice, createLibraryServer, changeStatuses } from '#tests/sync/library-server.ts'

const DAY = 86_400_000

export function shareContract({ server }: ContractSetup) {
  const aDevice = async (share: Partial<typeof DEFAULT_USER_QUOTA>) => {
    const limited = createLibraryServer(server().database, { share: { ...DEFAULT_USER_QUOTA, ...share } })
    return new SyncingDevice(limited, await aUser(limited, 'pro'))
  }

  test('[LS24] what would add more rows than a user may store is refused, everything else is taken', async () => {
    const device = await aDevice({ libraryRows: 4, practiceRows: 2 })
    const [pieceId, partId, second] = [randomPieceId(), randomPartId(), randomPartId()]
    const [entry, entryOfLater] = [randomPracticeId(), randomPracticeId()]
    const practice = addPracticeEntry(pieceId, partId, { id: entry })
    expect(
      changeStatuses(
        await device.sync(
          createPiece({ pieceId, partIds: [partId, second] }),
          createPiece(),
          addPart(pieceId),
          practice,
          addPracticeEntry(pieceId, partId, { id: entryOfLater }),
          addPracticeEntry(pieceId, partId),
        ),
      ),
    ).toEqual(['applied', 'library-full', 'applied', 'applied', 'applied', 'library-full'])
    expect(
      changeStatuses(
        await device.sync(
          practice,
          { ...addPracticeEntry(pieceId, partId, { id: entry }) },
          retractPractice(entryOfLater),
          patchPiece(pieceId, { name: 'Courante' }),
          deletePart(second),
          addPart(pieceId),
          addPracticeEntry(pieceId, partId),
        ),
      ),
    ).toEqual(['duplicate', 'applied', 'applied', 'applied', 'applied', 'library-full', 'library-full'])
    expect(await countedRows(device.user)).toEqual({ library: [4, 4], practice: [2, 2] })

    await purgeDeletedRows(server().database.db, device.server.clock.now + 1, () => true)
    expect(await countedRows(device.user)).toEqual({ library: [3, 3], practice: [2, 2] })
    expect(changeStatuses(await device.sync(addPart(pieceId)))).toEqual(['applied'])
  })

  test('[LS24] so many changes a day are taken, and again on the next', async () => {
    const device = await aDevice({ changesPerDay: 3 })
    device.server.clock.now = 20_000 * DAY + DAY - 90_000
    await device.sync(createPiece(), createPiece())
    const further = [createPiece(), createPiece()]
    const post = () => device.post(JSON.stringify({ ...device.request(), changes: further }))
    const refused = await post()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '90'])
    expect(await refused.json()).toMatchObject({ code: 'too-many-requests' })
    // To ask what is new costs nothing of it.
    expect((await device.ask()).revision).toBe(1)
    device.server.clock.now += 90_000
    expect((await post()).status).toBe(200)
  })

  /** What is counted, beside what is there. */
  async function countedRows(user: string) {
    const { db } = server().database
    const { rows } = await sql<{ library: number[]; practice: number[] }>`
      select array[library_rows, (select count(*) from piece where user_id = ${user})
          + (select count(*) from part where user_id = ${user})]::int[] as library,
        array[practice_rows, (select count(*) from practice where user_id = ${user})]::int[] as practice
      from user_revision where user_id = ${user}`.execute(db)
    return rows[0]
  }
}
