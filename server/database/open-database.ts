import type { Logger } from 'pino'
import type { Configuration } from '#server/settings/configuration.ts'
import type { OpenedDatabase } from './database.ts'
import { openEmbeddedDatabase } from './embedded-database.ts'
import { openPostgres } from './postgres.ts'

/** Options for opening a database. */
export type OpenOptions = {
  /** Called once before something that takes seconds, with a sentence for the terminal. */
  print?: (sentence: string) => void
  /** False leaves the tables as they are. */
  migrate?: boolean
  /** False refuses to create an embedded database where there is none. */
  create?: boolean
  /** Application name of the connections in PostgreSQL. A restore looks for a server's name. */
  applicationName?: string
}

/** Application name of a server's PostgreSQL connections. A restore uses it to detect a running server. */
export const SERVER_APPLICATION_NAME = 'dacapo server'

/**
 * Opens the configured database and migrates it. Returns a message for failures that the operator can correct, such as
 * a locked folder, an unreachable server or a wrong password.
 */
export function openDatabase(
  { database, live }: Pick<Configuration, 'database' | 'live'>,
  log: Logger,
  { print = () => {}, migrate = true, create = true, applicationName = 'dacapo command' }: OpenOptions = {},
): Promise<OpenedDatabase> {
  if (database.kind === 'embedded')
    return openEmbeddedDatabase(database.directory, { print, migrate, create })
  return openPostgres({ ...database, live, migrate, applicationName }, log)
}
