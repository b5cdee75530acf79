import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrationProvider, migrations } from './migrations/migrations.ts'
import type { Tables } from './tables.ts'

export type Migrated = { kind: 'migrated'; applied: readonly string[] } | { kind: 'failed'; message: string }

/**
 * Brings the tables to what this version needs. Any number of processes may do so at once: the first one does the
 * work, the others wait for it and find nothing left to do (rule DB1).
 */
export async function migrate(db: Kysely<Tables>): Promise<Migrated> {
  const { error, results } = await new Migrator({ db, provider: migrationProvider }).migrateToLatest()
  if (error === undefined)
    return { kind: 'migrated', applied: (results ?? []).map(each => each.migrationName) }
  return { kind: 'failed', message: `The tables could not be brought up to date: ${reasonOf(error)}` }
}

/** Has everything this version needs been migrated? Throws when the database does not answer. */
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

function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  // Kysely's words for a database that a newer version has migrated already.
  if (!reason.startsWith('corrupted migrations')) return reason
  return `the database was made by another version of Dacapo (${reason}). Start that version or a newer one.`
}
