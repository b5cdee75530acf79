import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { migrateDatabase } from '#server/database/migrate.ts'
import { migrations } from '#server/database/migrations/migrations.ts'
import { insertFirstVersionRows, lostOfFirstVersion } from '#tests/operations/first-version-rows.ts'
import { createPiece } from '#tests/library/library-changes.ts'
import { changeStatuses, createLibraryServer, SyncingDevice } from '#tests/sync/library-server.ts'
import type { ContractSetup } from './contract-setup.ts'

/** Defines the tests of upgrading a database in place. */
export function upgradeContract({ engine }: ContractSetup) {
  test('[DB15] a database of the first version keeps its data through every migration in place, and is used afterwards', async () => {
    const [upgraded, ...others] = await engine.openEmpty()
    const names = Object.keys(migrations)
    await migrateDatabase(upgraded.db, names[0])
    await insertFirstVersionRows(upgraded.db)
    // As one who takes every version; whoever skips some applies the same ones in the same order.
    for (const name of names.slice(1)) {
      expect(await migrateDatabase(upgraded.db, name)).toEqual({ kind: 'migrated', applied: [name] })
      expect([name, await lostOfFirstVersion(upgraded.db)]).toEqual([name, []])
    }
    const device = new SyncingDevice(createLibraryServer(upgraded), 'kai')
    await device.syncAll()
    expect([...device.rows.pieces.values()]).toMatchObject([{ name: 'Gigue', endTempo: 120, importance: 3 }])
    expect([...device.rows.parts.values()]).toMatchObject([{ name: 'Trio', currentTempo: 80 }])
    expect([...device.rows.practice.values()]).toMatchObject([{ tempo: 90, at: 2 }])
    expect(changeStatuses(await device.sync(createPiece()))).toEqual(['applied'])
    expect(device.rows.pieces.size).toBe(2)

    // Its tables are those of a server that begins with this version.
    const [fresh, ...moreOthers] = await engine.openEmpty()
    await migrateDatabase(fresh.db)
    expect(await describeTables(upgraded)).toEqual(await describeTables(fresh))
    for (const database of new Set([upgraded, fresh, ...others, ...moreOthers])) await database.close()
  })
}

/** Describes every column, index and constraint, one line each. */
async function describeTables({ db }: Database): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as line
    from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    order by 1`.execute(db)
  return rows.map(({ line }) => line)
}
