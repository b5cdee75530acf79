import { sql, type KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { loadEvaluationState } from '#server/library/evaluation-state.ts'
import { writeIfUnchanged } from '#server/library/library-rows.ts'
import { NOON } from '#tests/library/builders.ts'
import { captureQueries, maxRowsReadByPlan } from './captured-query.ts'
import type { ContractSetup } from './contract-setup.ts'
import * as changes from '#tests/library/library-changes.ts'
import { aUser, SyncingDevice, createLibraryServer, storedRows } from '#tests/sync/library-server.ts'

const LONG = 20_000

export function costContract({ server }: ContractSetup) {
  test('a push takes two statements, a pull one or two', async () => {
    const { database } = server()
    let statements = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        statements += 1
        return result
      },
    }
    const counted = createLibraryServer({ ...database, db: database.db.withPlugin(counting) })
    const device = new SyncingDevice(counted, await aUser(counted))
    const [pieceId, partId] = [changes.randomPieceId(), changes.randomPartId()]
    statements = 0
    await device.sync(changes.createPiece({ pieceId, partIds: [partId, changes.randomPartId()] }))
    // A device that has nothing yet lacks only what it has just sent.
    expect(statements).toBe(2)
    statements = 0
    const pushed = await device.sync(changes.addPracticeEntry(pieceId, partId))
    expect({ statements, revision: pushed.revision }).toEqual({ statements: 2, revision: 2 })
    statements = 0
    await device.sync()
    expect(statements).toBe(1)
    const behind = { since: 1, entriesSince: 1 }
    statements = 0
    expect((await device.ask(behind)).entries).toHaveLength(1)
    expect(statements).toBe(2)
    // Whoever has something new to send and to fetch.
    statements = 0
    await device.ask({ ...behind, changes: [changes.addPracticeEntry(pieceId, partId)] })
    expect(statements).toBe(3)
  })

  test('what was judged on an older revision is not written', async () => {
    const { database } = server()
    const device = new SyncingDevice(server(), await aUser(server()))
    await device.sync(changes.createPiece())
    await device.sync(changes.createPiece())
    const before = await storedRows(database, device.user)
    const [piece] = device.rows.pieces.values()
    if (piece === undefined) throw new Error('no piece')
    const rows = { pieces: [{ ...piece, name: 'Late' as typeof piece.name }], parts: [], practice: [] }
    const changed = [changes.deletePiece(piece.id).id]
    const input = {
      userId: device.user,
      now: NOON,
      day: 0,
      changesOfDay: 1,
      rows,
      changes: changed,
      added: { libraryRows: 1, practiceRows: 0 },
    }
    const write = (revision: number, minimumRevision: number) =>
      writeIfUnchanged(database.db, { ...input, head: { revision, minimumRevision } })
    expect([await write(1, 0), await write(2, 1)]).toEqual([false, false])
    expect(await storedRows(database, device.user)).toEqual(before)
    expect(await write(2, 0)).toBe(true)
    await device.sync()
    expect(device.rows.pieces.get(piece.id)).toMatchObject({ name: 'Late', revision: 3 })
  })

  test('[DB46] of 20,000 entries of a part and 20,000 of its siblings no change reads more than a few', async () => {
    const device = new SyncingDevice(server(), await aUser(server(), 'pro'))
    const [pieceId, partId, deleted] = [
      changes.randomPieceId(),
      changes.randomPartId(),
      changes.randomPartId(),
    ]
    const [entry, retracted] = [changes.randomPracticeId(), changes.randomPracticeId()]
    await device.sync(
      changes.createPiece({ pieceId, partIds: [partId, deleted] }),
      changes.addPracticeEntry(pieceId, partId, { id: entry }),
      changes.addPracticeEntry(pieceId, partId, { id: retracted }),
    )
    const { database } = server()
    const ids = sql`select gen_random_uuid()::text as id, moment from generate_series(1, ${LONG}::int) as moment`
    await sql`
      insert into practice (user_id, id, piece_id, part_id, tempo, at, retracted_at, revision)
      select ${device.user}, id, ${pieceId}, ${partId}, 90, ${NOON}::bigint - moment,
        case when moment % 2 = 0 then ${NOON}::bigint end, 1 from (${ids}) as entries`.execute(database.db)
    await sql`
      insert into part (user_id, id, piece_id, name, position, current_tempo, created_at, revision)
      select ${device.user}, left(replace(id, '-', ''), 21), ${pieceId}, 'Coda', moment, 90, 0, 1
      from (${ids}) as parts`.execute(database.db)

    const newest = changes.randomPracticeId()
    const round = [
      changes.patchPiece(pieceId, { goal: 130 }),
      changes.patchPart(partId, { tempo: 90 }),
      changes.addPracticeEntry(pieceId, partId, { id: newest }),
      changes.retractPractice(newest, { lastPracticed: NOON - 2 }),
      changes.retractPractice(entry, { lastPracticed: NOON - 2 }),
      changes.retractPractice(retracted),
    ]
    const siblings = [changes.addPart(pieceId), changes.deletePart(deleted)]
    const answer = { pieces: [], parts: [], practice: [], known: [], living: 0 }
    const read = async (asked: typeof round) => {
      const [query] = await captureQueries(answer, db => loadEvaluationState(db, device.user, asked))
      return query === undefined ? Infinity : maxRowsReadByPlan(database, query)
    }
    expect(await read(round)).toBeLessThan(100)
    // Of the siblings the last is looked for among those of the piece, which the limit of rows keeps few.
    expect(await read(siblings)).toBeLessThan(LONG + 100)
  })
}
