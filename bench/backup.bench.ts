import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { Tables } from '#server/database/tables.ts'
import { checkBackup } from '#server/operations/backup/read-backup.ts'
import { restoreBackup } from '#server/operations/backup/restore-backup.ts'
import { writeBackup } from '#server/operations/backup/write-backup.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import { silentLogger } from '#tests/sync/library-server.ts'
import { Bars } from './bars.ts'
import type { BarredFigures } from './bars.ts'
import { fillPracticedUsers, ENTRIES_PER_USER } from './practiced-users.ts'

export const name = 'backup and restore of 10,000 users'

const USERS = 10_000

/**
 * Fills both databases with 10,000 users, each with 5 pieces, 15 parts and 100 practice entries. Measures the bytes that a
 * row takes with its indexes (on PostgreSQL), then how long a backup, its check and a restore take. A musician's whole year
 * are 3,900 entries: the seconds by entries are a time for each million of them.
 */
export async function measure(): Promise<BarredFigures> {
  const bars = new Bars()
  const postgres = await startPostgres({ fsync: true })
  const folder = await mkdtemp(join(tmpdir(), 'dacapo-bench-'))
  const table = [HEAD, RULE]
  try {
    const url = await postgres.createDatabase()
    const places = [
      { label: 'PostgreSQL', place: { kind: 'postgres', url, directUrl: url } },
      { label: 'PGlite', place: { kind: 'embedded', directory: join(folder, 'database') } },
    ] as const
    for (const { label, place } of places) {
      const database = await open(place)
      await fillPracticedUsers(database.db, USERS)
      if (label === 'PostgreSQL') await noteRowSizes(bars, database.db)
      table.push(await backUpAndRestore(bars, label, database, join(folder, `${label}.backup.gz`)))
      await database.close()
    }
    return { ...bars.figures(), 'for docs/scaling.md': table }
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function open(database: Configuration['database']): Promise<Database> {
  const opened = await openDatabase({ database, live: 'poll' }, silentLogger)
  if (opened.kind === 'failed') throw new Error(opened.message)
  return opened.database
}

const HEAD = '| 10,000 users with a million entries | Backup, s | Check, s | Restore, s | File, MB |'
const RULE = '|---|---|---|---|---|'

async function backUpAndRestore(
  bars: Bars,
  label: string,
  database: Database,
  file: string,
): Promise<string> {
  const { db } = database
  const seconds: number[] = []
  const time = async <T>(what: string, act: () => Promise<T>): Promise<T> => {
    const started = performance.now()
    const result = await act()
    const took = (performance.now() - started) / 1000
    seconds.push(took)
    bars.note(`${label}: ${what}, s`, took)
    return result
  }
  const written = await time('backup', () => writeBackup(database, file))
  if (written.kind !== 'written') throw new Error(written.message)
  const checked = await time('check', () => checkBackup(file))
  if (checked.kind !== 'sound') throw new Error(JSON.stringify(checked))
  const megabytes = (await stat(file)).size / 1e6
  bars.note(`${label}: file, MB`, megabytes)
  const restored = await time('restore', () => restoreBackup(db, file, { replace: true, keepSessions: true }))
  if (restored.kind !== 'restored') throw new Error(restored.message)
  const { rows } = await sql<{ entries: number }>`select count(*)::int as entries from practice`.execute(db)
  bars.atLeast(`${label}: entries afterwards`, rows[0]?.entries ?? 0, USERS * ENTRIES_PER_USER)
  return `| ${[label, ...seconds.map(each => each.toPrecision(3)), megabytes.toPrecision(3)].join(' | ')} |`
}

/** Tables with a row for each user, piece, part, entry, change or event. */
const MEASURED = [
  'user',
  'session',
  'user_revision',
  'piece',
  'part',
  'practice',
  'sync_change',
  'event',
] as const

/** Notes how many bytes a row of each table takes, with its indexes and without. */
async function noteRowSizes(bars: Bars, db: Kysely<Tables>): Promise<void> {
  for (const name of MEASURED) {
    const { rows } = await sql<{ all: number; alone: number }>`
      select pg_total_relation_size(${`"${name}"`}::regclass)::float8 / count(*) as "all",
        pg_relation_size(${`"${name}"`}::regclass)::float8 / count(*) as alone
      from ${sql.table(name)}`.execute(db)
    bars.note(`bytes of a row of ${name}, with indexes`, rows[0]?.all ?? NaN)
    bars.note(`bytes of a row of ${name}, without`, rows[0]?.alone ?? NaN)
  }
}
