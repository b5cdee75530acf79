import type { Logger } from 'pino'
import type { Configuration } from '#server/configuration.ts'
import type { OpenedDatabase } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { openPostgres } from './postgres.ts'

export type OpenOptions = {
  /** Called once, before something that takes seconds: a sentence for the person at the terminal. */
  say?: (sentence: string) => void
  /** False leaves the tables as they are; the embedded database is always migrated. */
  migrate?: boolean
}

/**
 * Opens the configured database and migrates it. What a person can put right (folder in use, server away, wrong
 * password, newer tables) is given back as a message, not thrown.
 */
export function openDatabase(
  { database, live }: Pick<Configuration, 'database' | 'live'>,
  log: Logger,
  { say = () => {}, migrate = true }: OpenOptions = {},
): Promise<OpenedDatabase> {
  if (database.kind === 'embedded') return openEmbedded(database.directory, say)
  return openPostgres({ ...database, live, migrate }, log)
}
