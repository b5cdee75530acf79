import { sql, type KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { MAX_CHANGES_ACCEPTED } from '#core/protocol/sync-protocol.ts'
import { classifyDatabaseError } from '#server/database/database.ts'
import { isDatabaseMigrated, tryMigrateDatabase, migrations } from '#server/database/migrate.ts'
import { runTransactionWithRetry } from '#server/database/statements.ts'
import { loadChangeEvaluationState } from '#server/library/evaluation-state.ts'
import { writeLibraryIfUnchanged } from '#server/library/library-rows.ts'
import { NOON } from '#tests/library/builders.ts'
import {
  addPart,
  addPracticeEntry,
  createPiece,
  deletePart,
  deletePiece,
  patchPart,
  patchPiece,
  randomPartId,
  randomPieceId,
  randomPracticeId,
  retractPractice,
} from '#tests/library/library-changes.ts'
import {
  aUser,
  changeStatuses,
  createLibraryServer,
  storedRows,
  SyncingDevice,
} from '#tests/sync/library-server.ts'
import type { ContractSetup } from './contract-setup.ts'
import { captureStatement, maxRowsReadByPlan } from './statement-plan.ts'

const ROWS = 20_000

export function engineContract({ engine, server }: ContractSetup) {
  const aDevice = async (plan: 'free' | 'pro' = 'free') =>
    new SyncingDevice(server(), await aUser(server(), plan))

  test('[DB1] three servers that migrate an empty database at once apply every migration once', async () => {
    const nodes = await engine.openEmpty()
    const [first] = nodes
    expect(await isDatabaseMigrated(first.db).catch(() => false)).toBe(false)
    const outcomes = await Promise.all(nodes.map(node => tryMigrateDatabase(node.db)))
    const applied = outcomes.flatMap(outcome =>
      outcome.kind === 'migrated' ? outcome.applied : [outcome.message],
    )
    expect(applied).toEqual(Object.keys(migrations))
    expect(await isDatabaseMigrated(first.db)).toBe(true)
    expect(await first.isReady()).toBe(true)
    await Promise.all([...new Set(nodes)].map(node => node.close()))
  })

  test('[DB1] a database that a newer version migrated is left alone with a message, and a server that runs on it goes on', async () => {
    const nodes = await engine.openEmpty()
    const [running] = nodes
    const { db } = running
    await tryMigrateDatabase(db)
    const library = createLibraryServer(running)
    const device = new SyncingDevice(library, await aUser(library))
    await sql`alter table piece add column mood text, add column stars integer not null default 0`.execute(db)
    const newer = sql`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', 'later')`
    await newer.execute(db)
    const message = expect.stringContaining('another version of Dacapo')
    expect(await tryMigrateDatabase(db)).toMatchObject({ kind: 'failed', message })
    expect(changeStatuses(await device.sync(createPiece()))).toEqual(['applied'])
    expect(await running.isReady()).toBe(true)
    await Promise.all([...new Set(nodes)].map(node => node.close()))
  })

  test('times, revisions and counts are numbers, settings objects; a name has 25 characters of any kind, a tempo up to 228', async () => {
    const device = await aDevice()
    const { db } = server().database
    const create = createPiece()
    await device.sync(create)
    const own = sql`where user_id = ${device.user}`
    await sql`update piece set click = '{"beats":3}', name = repeat('ä', 25), end_tempo = 208 ${own}`.execute(
      db,
    )
    await sql`update part set current_tempo = 228, name = repeat('🎻', 25) ${own}`.execute(db)
    const row = await sql`select *, (select count(*) from piece) as count from piece ${own}`.execute(db)
    const numbers = { created_at: create.at, revision: 1, count: expect.any(Number) }
    expect(row.rows).toMatchObject([{ ...numbers, click: { beats: 3 } }])
    const { rows } = await device.ask({ since: 0 })
    expect(rows.parts).toMatchObject([{ currentTempo: 228, name: '🎻'.repeat(25) }])
  })

  test('[DB17] a transaction is retried at once after a conflict, but not if its statement is wrong or its database unavailable or full', async () => {
    const { db } = server().database
    const failing = (times: number, code: string) => {
      let tries = 0
      const run = runTransactionWithRetry(db, async transaction => {
        tries += 1
        const failure = sql.raw(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`)
        if (tries <= times) await failure.execute(transaction)
        return tries
      })
      return run.catch(error => ({ tries, failure: classifyDatabaseError(error) }))
    }
    expect(await failing(2, '40001')).toBe(3)
    expect(await failing(1, '40P01')).toBe(2)
    expect(await failing(99, '40001')).toEqual({ tries: 5, failure: 'conflict' })
    expect(await failing(1, '23514')).toEqual({ tries: 1, failure: 'statement-error' })
    for (const away of ['57P01', '53100'])
      expect(await failing(1, away)).toEqual({ tries: 1, failure: 'unavailable' })
  })

  test('[DB18] there are no foreign keys, and the primary key of every table of the library begins with the user', async () => {
    const { db } = server().database
    const foreignKeys = await sql`select conname from pg_constraint where contype = 'f'`.execute(db)
    expect(foreignKeys.rows).toEqual([])
    const { rows } = await sql<{ name: string; first: string }>`
      select c.relname as name, a.attname as first from pg_index i
      join pg_class c on c.oid = i.indrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where i.indisprimary and a.attname = 'user_id' and not c.relispartition order by c.relname`.execute(db)
    const library = ['part', 'piece', 'practice', 'sync_change', 'user_revision']
    const billing = ['billing_account', 'subscription']
    expect(rows.map(row => row.name)).toEqual([...library, ...billing, 'avatar'].sort())
  })

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
    const costOf = async <T>(round: Promise<T>) => {
      statements = 0
      const answer = await round
      return [statements, answer] as const
    }
    const [pieceId, partId] = [randomPieceId(), randomPartId()]
    const create = createPiece({ pieceId, partIds: [partId, randomPartId()] })
    // A new device misses only the changes that it has just sent.
    expect(await costOf(device.sync(create))).toMatchObject([2, { revision: 1 }])
    expect(await costOf(device.sync(addPracticeEntry(pieceId, partId)))).toMatchObject([2, { revision: 2 }])
    expect((await costOf(device.sync()))[0]).toBe(1)
    const behind = { since: 1, entriesSince: 1 }
    expect(await costOf(device.ask(behind))).toMatchObject([2, { entries: [{}] }])
    const pushAndPull = { ...behind, changes: [addPracticeEntry(pieceId, partId)] }
    expect((await costOf(device.ask(pushAndPull)))[0]).toBe(3)
  })

  test('changes that were evaluated at an older revision are not written', async () => {
    const { database } = server()
    const device = await aDevice()
    await device.sync(createPiece())
    await device.sync(createPiece())
    const before = await storedRows(database, device.user)
    const [piece] = device.rows.pieces.values()
    if (piece === undefined) throw new Error('no piece')
    const rows = { pieces: [{ ...piece, name: 'Late' as typeof piece.name }], parts: [], practice: [] }
    const written = { rows, changes: [deletePiece(piece.id).id], added: { libraryRows: 1, practiceRows: 0 } }
    const input = { userId: device.user, now: NOON, day: 0, changesOfDay: 1, ...written }
    const write = (revision: number, minimumRevision: number) =>
      writeLibraryIfUnchanged(database.db, { ...input, head: { revision, minimumRevision } })
    expect([await write(1, 0), await write(2, 1)]).toEqual([false, false])
    expect(await storedRows(database, device.user)).toEqual(before)
    expect(await write(2, 0)).toBe(true)
    await device.sync()
    expect(device.rows.pieces.get(piece.id)).toMatchObject({ name: 'Late', revision: 3 })
  })

  test('[DB46] with 20,000 entries of a part and 20,000 sibling parts, a change reads few rows', async () => {
    const device = await aDevice('pro')
    const [pieceId, partId, deleted] = [randomPieceId(), randomPartId(), randomPartId()]
    const [entry, retracted] = [randomPracticeId(), randomPracticeId()]
    await device.sync(
      createPiece({ pieceId, partIds: [partId, deleted] }),
      addPracticeEntry(pieceId, partId, { id: entry }),
      addPracticeEntry(pieceId, partId, { id: retracted }),
    )
    const { database } = server()
    const ids = sql`select gen_random_uuid()::text as id, moment from generate_series(1, ${ROWS}::int) as moment`
    await sql`
      insert into practice (user_id, id, piece_id, part_id, tempo, at, retracted_at, revision)
      select ${device.user}, id, ${pieceId}, ${partId}, 90, ${NOON}::bigint - moment,
        case when moment % 2 = 0 then ${NOON}::bigint end, 1 from (${ids}) as entries`.execute(database.db)
    await sql`
      insert into part (user_id, id, piece_id, name, position, current_tempo, created_at, revision)
      select ${device.user}, left(replace(id, '-', ''), 21), ${pieceId}, 'Coda', moment, 90, 0, 1
      from (${ids}) as parts`.execute(database.db)

    const newest = randomPracticeId()
    const round = [
      patchPiece(pieceId, { goal: 130 }),
      patchPart(partId, { tempo: 90 }),
      addPracticeEntry(pieceId, partId, { id: newest }),
      retractPractice(newest, { lastPracticed: NOON - 2 }),
      retractPractice(entry, { lastPracticed: NOON - 2 }),
      retractPractice(retracted),
    ]
    const siblings = [addPart(pieceId), deletePart(deleted)]
    const answer = { pieces: [], parts: [], practice: [], known: [], living: 0 }
    const { db } = database
    const read = async (asked: typeof round) =>
      maxRowsReadByPlan(
        db,
        await captureStatement(db, answer, () => loadChangeEvaluationState(db, device.user, asked)),
      )
    expect(await read(round)).toBeLessThan(100)
    // Finding the last position reads all parts of the piece; the limit of rows per user bounds them.
    expect(await read(siblings)).toBeLessThan(ROWS + 100)
  })

  async function withRejectedPieceName(name: string, code: string, run: () => Promise<void>) {
    const { db } = server().database
    await sql`create function reject() returns trigger language plpgsql as ${sql.lit(
      `begin raise exception 'rejected' using errcode = '${code}'; end`,
    )}`.execute(db)
    await sql`create trigger reject before insert on piece for each row
      when (new.name = ${sql.lit(name)}) execute function reject()`.execute(db)
    try {
      await run()
    } finally {
      await sql`drop function reject cascade`.execute(db)
    }
  }

  test('[LS6] a change that the database rejects fails alone, and the others are applied', async () => {
    const device = await aDevice('pro')
    await withRejectedPieceName('Poison', '23514', async () => {
      const pieceId = randomPieceId()
      const round = [
        createPiece({ name: 'Before' }),
        createPiece({ pieceId, name: 'Poison' }),
        patchPiece(pieceId, { goal: 90 }),
        createPiece({ name: 'After' }),
      ]
      const answer = await device.sync(...round)
      expect(changeStatuses(answer)).toEqual(['applied', 'server-error', 'not-found', 'applied'])
      expect([...device.rows.pieces.values()].map(piece => piece.name).sort()).toEqual(['After', 'Before'])
      // Each half of the round that could be written took one revision.
      expect(answer.revision).toBe(2)
      const again = changeStatuses(await device.sync(...round))
      expect(again).toEqual(['duplicate', 'server-error', 'not-found', 'duplicate'])
    })
    expect(changeStatuses(await device.sync(createPiece({ name: 'Poison' })))).toEqual(['applied'])
  })

  test('[LS6] one rejected change of a hundred fails alone, and changes of other devices are in the response', async () => {
    const device = await aDevice('pro')
    await new SyncingDevice(server(), device.user).sync(createPiece({ name: 'Elsewhere' }))
    await withRejectedPieceName('Poison', '23514', async () => {
      const places = Array.from({ length: MAX_CHANGES_ACCEPTED }, (_, place) => place)
      const round = places.map(place => createPiece({ name: place === 70 ? 'Poison' : 'Etude' }))
      const expected = places.map(place => (place === 70 ? 'server-error' : 'applied'))
      expect(changeStatuses(await device.sync(...round))).toEqual(expected)
      expect(device.rows.pieces.size).toBe(MAX_CHANGES_ACCEPTED)
    })
  })

  test('[LS6] a round that the database cannot finish writes nothing and is answered with 503', async () => {
    const device = await aDevice()
    await withRejectedPieceName('Halt', '53100', async () => {
      const before = await storedRows(server().database, device.user)
      const changes = [createPiece({ name: 'First' }), createPiece({ name: 'Halt' })]
      const response = await device.post(JSON.stringify({ ...device.request(), changes }))
      expect(response.status).toBe(503)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await response.json()).toMatchObject({ code: 'unavailable' })
      expect(await storedRows(server().database, device.user)).toEqual(before)
    })
  })

  test('[LS19] a malformed request gets the problem that says why', async () => {
    const device = await aDevice()
    const request = device.request()
    const ask = async (body: string) => {
      const response = await device.post(body)
      expect(response.headers.get('content-type')).toBe('application/problem+json')
      const { code }: { code?: unknown } = await response.json()
      return [response.status, code]
    }
    const changes = (count: number) => Array.from({ length: count }, () => createPiece())
    expect(await ask('{')).toEqual([400, 'malformed-json'])
    expect(await ask('[]')).toEqual([400, 'malformed-request'])
    expect(await ask(JSON.stringify({ ...request, since: -1 }))).toEqual([400, 'malformed-request'])
    expect(await ask(JSON.stringify({ ...request, schema: 0 }))).toEqual([426, 'client-too-old'])
    const many = JSON.stringify({ ...request, changes: changes(MAX_CHANGES_ACCEPTED + 1) })
    expect(await ask(many)).toEqual([413, 'too-large'])
    server().signedOut.add(device.user)
    expect(await ask(JSON.stringify(request))).toEqual([401, 'signed-out'])
  })
}
