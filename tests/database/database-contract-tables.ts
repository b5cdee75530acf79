import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { classifyDatabaseError } from '#server/database/database.ts'
import { isDatabaseMigrated, migrateDatabase, migrations } from '#server/database/migrate.ts'
import { inTransaction } from '#server/database/statements.ts'
import type { ContractSetup } from './contract-setup.ts'
import { createPiece } from '#tests/library/library-changes.ts'
import { aUser, changeStatuses, createLibraryServer, SyncingDevice } from '#tests/sync/library-server.ts'

export function tableContract({ engine, server }: ContractSetup) {
  test('[DB1] three servers that migrate an empty database at once apply every migration once', async () => {
    const nodes = await engine.openEmpty()
    const [first] = nodes
    expect(await isDatabaseMigrated(first.db).catch(() => false)).toBe(false)
    const outcomes = await Promise.all(nodes.map(node => migrateDatabase(node.db)))
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
    await migrateDatabase(db)
    const library = createLibraryServer(running)
    const device = new SyncingDevice(library, await aUser(library))
    await sql`alter table piece add column mood text, add column stars integer not null default 0`.execute(db)
    await sql`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', 'later')`.execute(
      db,
    )
    const outcome = await migrateDatabase(db)
    expect(outcome).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('another version of Dacapo'),
    })
    expect(changeStatuses(await device.sync(createPiece()))).toEqual(['applied'])
    expect(await running.isReady()).toBe(true)
    await Promise.all([...new Set(nodes)].map(node => node.close()))
  })

  test('times and revisions are numbers, settings are objects, whatever the driver', async () => {
    const device = new SyncingDevice(server(), await aUser(server()))
    const { db } = server().database
    const create = createPiece()
    await device.sync(create)
    await sql`update piece set click = '{"beats":3}' where user_id = ${device.user}`.execute(db)
    const row = await db
      .selectFrom('piece')
      .selectAll()
      .where('user_id', '=', device.user)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ created_at: create.at, revision: 1, click: { beats: 3 } })
    expect(
      await db
        .selectFrom('piece')
        .select(piece => piece.fn.countAll().as('count'))
        .executeTakeFirst(),
    ).toEqual({
      count: expect.any(Number),
    })
  })

  test('what stood in the way of another transaction is done again, what is wrong is not', async () => {
    const { db } = server().database
    const failing = (times: number, code: string) => {
      let tries = 0
      const run = inTransaction(db, async transaction => {
        tries += 1
        if (tries <= times) {
          await sql
            .raw(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`)
            .execute(transaction)
        }
        return tries
      })
      return run.catch(error => ({ tries, failure: classifyDatabaseError(error) }))
    }
    expect(await failing(2, '40001')).toBe(3)
    expect(await failing(1, '40P01')).toBe(2)
    expect(await failing(99, '40001')).toEqual({ tries: 5, failure: 'conflict' })
    expect(await failing(1, '23514')).toEqual({ tries: 1, failure: 'statement-error' })
    expect(await failing(1, '57P01')).toEqual({ tries: 1, failure: 'unavailable' })
  })

  test('names are measured in characters, and the tempo of the slider fits', async () => {
    const device = new SyncingDevice(server(), await aUser(server()))
    await device.sync(createPiece())
    const { db } = server().database
    await sql`update piece set name = repeat('ä', 25), end_tempo = 208 where user_id = ${device.user}`.execute(
      db,
    )
    await sql`update part set current_tempo = 228, name = repeat('🎻', 25) where user_id = ${device.user}`.execute(
      db,
    )
    const { rows } = await device.ask({ since: 0 })
    expect(rows.parts).toMatchObject([{ currentTempo: 228, name: '🎻'.repeat(25) }])
  })

  test('[DB18] nothing points at the user, and every table of the library is kept by user first', async () => {
    const { db } = server().database
    const foreignKeys = await sql`select conname from pg_constraint where contype = 'f'`.execute(db)
    expect(foreignKeys.rows).toEqual([])
    const { rows } = await sql<{ name: string; first: string }>`
      select c.relname as name, a.attname as first from pg_index i
      join pg_class c on c.oid = i.indrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where i.indisprimary and a.attname = 'user_id' and not c.relispartition order by c.relname`.execute(db)
    const library = ['part', 'piece', 'practice', 'sync_change', 'user_revision']
    const money = ['billing_account', 'subscription']
    expect(rows.map(row => row.name)).toEqual([...library, ...money, 'avatar'].sort())
  })
}
