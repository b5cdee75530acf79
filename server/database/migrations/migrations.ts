import type { Migration, MigrationProvider } from 'kysely/migration'
import * as theBeginning from './0001-the-beginning.ts'

/**
 * All database migrations by name, in order. They are imported explicitly instead of being read from the folder, so
 * that the linter reports a file that is not imported. A released migration must never be changed.
 */
export const migrations: Record<string, Migration> = {
  '0001-the-beginning': theBeginning,
}

/** The migrations in the form that Kysely's migrator expects. */
export const migrationProvider: MigrationProvider = {
  getMigrations: async () => migrations,
}
