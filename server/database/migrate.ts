import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrationProvider, migrations } from './migrations/migrations.ts'
import type { Tables } from './tables.ts'

/** The names of the migrations that were applied, or the reason for the failure. */
export type MigrationResult =
  | { kind: 'migrated'; applied: readonly string[] }
  | { kind: 'failed'; message: string }

/**
 * Migrates the tables to this version, or only to the named migration. Several processes may call it concurrently: the
 * first one migrates, the others wait and find nothing to do (rule DB1).
 */
export async function migrate(db: Kysely<Tables>, to?: string): Promise<MigrationResult> {
  const migrator = new Migrator({ db, provider: migrationProvider })
  const { error, results } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to))
  if (error === undefined)
    return { kind: 'migrated', applied: (results ?? []).map(each => each.migrationName) }
  return { kind: 'failed', message: `The tables could not be brought up to date: ${failureReason(error)}` }
}

/** Returns true if all migrations of this version were applied. Throws if the database does not answer. */
export async function isMigrated(db: Kysely<Tables>): Promise<boolean> {
  const needed = Object.keys(migrations)
  const done = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .where('name', 'in', needed)
    .execute()
  return done.length === needed.length
}

/** The migrations that the database has, in their order; none where it has no tables of ours yet. */
export async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
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

/** Those of the names that this version does not know: a newer one has been there. */
export const unknownMigrations = (names: readonly string[]): string[] =>
  names.filter(name => !Object.hasOwn(migrations, name))

function failureReason(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  // Kysely's message for a database that a newer version has migrated.
  if (!reason.startsWith('corrupted migrations')) return reason
  return `the database was made by another version of Dacapo (${reason}). Start that version or a newer one.`
}
