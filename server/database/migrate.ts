import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { classifyDatabaseError } from './database.ts'
import type { Tables } from './tables.ts'
import * as theBeginning from './migrations/0001-the-beginning.ts'

export type MigrationResult =
  | { kind: 'migrated'; applied: readonly string[] }
  | { kind: 'failed'; message: string; isUnavailable: boolean }

/** The key of Kysely's lock: Dacapo 0.1.0 takes that lock and must not migrate at the same time. */
const MIGRATION_LOCK = '3853314791062309107'

/** Uses a transaction's advisory lock, because a connection pooler breaks a session's (rule DB16). */
export async function tryMigrateDatabase(db: Kysely<Tables>): Promise<MigrationResult> {
  try {
    return { kind: 'migrated', applied: await db.transaction().execute(migrateInTransaction) }
  } catch (error) {
    return {
      kind: 'failed',
      message: `The tables could not be brought up to date: ${failureReason(error)}`,
      isUnavailable: classifyDatabaseError(error) === 'unavailable',
    }
  }
}

async function migrateInTransaction(transaction: Kysely<Tables>): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)}::bigint)`.execute(transaction)
  const migrator = new Migrator({ db: transaction, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  // Thrown, because the transaction is rolled back only then.
  if (error !== undefined) throw error
  return (results ?? []).map(each => each.migrationName)
}

export async function isDatabaseMigrated(db: Kysely<Tables>): Promise<boolean> {
  const applied = await loadAppliedMigrations(db)
  return Object.keys(migrations).every(name => applied.includes(name))
}

export async function loadAppliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string | null }>`
    select to_regclass(quote_ident(current_schema()) || '.kysely_migration')::text as name`.execute(db)
  if (rows[0]?.name == null) return []
  const done = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .execute()
  return done.map(({ name }) => name)
}

export const findUnknownMigrations = (names: readonly string[]): string[] =>
  names.filter(name => !Object.hasOwn(migrations, name))

function failureReason(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  // Kysely's message for a database that a newer version has migrated.
  if (!reason.startsWith('corrupted migrations')) return reason
  return `the database was made by another version of Dacapo (${reason}). Start that version or a newer one.`
}

/** Never change a released migration, because databases that have applied it do not apply it again. */
export const migrations: Record<string, Migration> = {
  '0001-the-beginning': theBeginning,
}
