import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openDatabase, SERVER_APPLICATION_NAME } from '#server/database/open-database.ts'
import type { Database } from '#server/database/database.ts'
import { openDumpAsDatabase, saveVerifiedDump, TABLES_IN_COPY_ORDER } from '#server/operations/backup.ts'
import { restoreIntoPostgres } from '#server/operations/restore.ts'
import { aShop } from '#tests/billing/billing-shop.ts'
import { openMemoryDatabase } from '#tests/database/memory-database.ts'
import { openDatabaseNode, startPostgresEngine } from '#tests/database/database-on-postgres.ts'
import { countRowsOfUser, fillEveryTable, findTablesWithoutRows } from '#tests/database/rows-of-user.ts'
import { silentLogger } from '#tests/sync/library-server.ts'
import { createTemporaryFolder } from '#tests/server/temporary-folder.ts'

const KEEP = { replace: false, keepSessions: true }
const { engine, postgres } = startPostgresEngine()
const shop = await aShop([await openMemoryDatabase()])
afterAll(() => shop.close())
const { database } = shop.first.context

test('[BR2] every row of every table is in a backup and arrives in a PostgreSQL as it was, 10,000 entries too', async () => {
  const user = await fillEveryTable(shop)
  const { db } = database
  // Some readers end a line at U+2028; the number is not a safe integer in JavaScript.
  const text = 'Zeile\n\u2028\u2029\r\\ "Händel" \u{1F3BB}\u0001'
  await sql`insert into feedback select * from json_populate_record((select f from feedback f limit 1),
    ${JSON.stringify({ id: 'awkward', text })}::text::json)`.execute(db)
  await sql`update practice set at = 9007199254740993`.execute(db)
  await sql`insert into practice select entry.* from (select row_to_json(p)::jsonb as row from practice p limit 1) one,
    generate_series(1, 10000) number,
    json_populate_record(null::practice, (one.row || jsonb_build_object('id', '00000000-0000-4000-8000-' || lpad(number::text, 12, '0')))::json) entry`.execute(
    db,
  )
  expect(findTablesWithoutRows(await countRowsOfUser(db, user))).toEqual([])
  const before = await contentOf(db)

  const file = await backUp(createTemporaryFolder())
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const dump = await openDumpAsDatabase(file, null)
  expect(changedTables(before, await contentOf(dump.db))).toEqual([])

  const target = await engine.open()
  await restoreIntoPostgres(dump.db, target.db, KEEP)
  // Every restore changes these (BR7).
  const changedByRestore = ['billing_account', 'library_epoch', 'sign_in_code', 'verification']
  expect(changedTables(before, await contentOf(target.db))).toEqual(changedByRestore)
  await expect(restoreIntoPostgres(dump.db, target.db, KEEP)).rejects.toThrow('add --replace')
  await dump.close()
  await target.close()
})

test('[BR3] nothing is copied into a PostgreSQL while a server is connected to it', async () => {
  const url = await postgres().createDatabase()
  const place = { database: { kind: 'postgres', url, directUrl: url }, live: 'listen' } as const
  const server = await openDatabase(place, silentLogger, { applicationName: SERVER_APPLICATION_NAME })
  if (server.kind === 'failed') throw new Error(server.message)
  const command = await openDatabaseNode(url)
  const copy = () =>
    restoreIntoPostgres(database.db, command.db, { ...KEEP, replace: true }).then(
      () => 'copied',
      (error: Error) => error.message,
    )
  // Its LISTEN connection stays open while all others are idle.
  await expect.poll(copy).toContain('stop every server')
  await server.database.close()
  await expect.poll(copy).toBe('copied')
  await command.close()
})

test('[BR3] a dump that is cut off or altered is refused as a backup, and leaves no file', async () => {
  const whole = readFileSync(await backUp(createTemporaryFolder()))
  const folder = createTemporaryFolder()
  for (const wrong of [whole.subarray(0, -1000), Buffer.from('nothing'), Buffer.alloc(0)]) {
    await expect(saveVerifiedDump(wrong, folder, Date.now())).rejects.toBeDefined()
    const file = join(createTemporaryFolder(), 'damaged.tar.gz')
    writeFileSync(file, wrong)
    await expect(openDumpAsDatabase(file, null)).rejects.toBeDefined()
  }
  expect(readdirSync(folder)).toEqual([])
})

async function backUp(folder: string): Promise<string> {
  const dump = await database.dump?.()
  if (dump === undefined) throw new Error('this database gives no dump')
  return (await saveVerifiedDump(new Uint8Array(await dump.arrayBuffer()), folder, Date.now())).file
}

async function contentOf(db: Database['db']): Promise<Record<string, string>> {
  const content: Record<string, string> = {}
  for (const table of TABLES_IN_COPY_ORDER) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`.execute(db)
    content[table] = rows
      .map(({ row }) => row)
      .toSorted()
      .join('\n')
  }
  return content
}

const changedTables = (before: Record<string, string>, after: Record<string, string>) =>
  TABLES_IN_COPY_ORDER.filter(table => before[table] !== after[table]).toSorted()
