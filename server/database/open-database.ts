import type { LogEvent } from 'kysely'
import type { Logger } from 'pino'
import type { Configuration } from '#server/settings/configuration.ts'
import type { OpenedDatabase } from './database.ts'
import { openEmbeddedDatabase } from './embedded-database.ts'
import type { Serving } from './failover-pool.ts'
import { openPostgres } from './postgres.ts'

/** Options for opening a database, such as whether missing migrations are applied. */
export type OpenOptions = {
  /** Called once before a step that takes seconds, with a sentence to print on the terminal. */
  print?: (sentence: string) => void
  /** Whether to apply missing migrations; true by default. */
  migrate?: boolean
  /** False refuses to create an embedded database where there is none. */
  create?: boolean
  /** Application name of the connections in PostgreSQL. A restore looks for a server's name. */
  applicationName?: string
  /** Requirements of a running server on PostgreSQL. Null for commands, which may read from a standby and take long. */
  serving?: Serving | null
  /** Called after each statement, in the asynchronous context of the work that ran the statement. */
  onStatement?: (event: LogEvent) => void
}

/**
 * Requirements of a running server on its database connections. The time limit is far longer than a statement of a
 * request or a job takes, and shorter than a device waits. Without it, a statement would wait for a quarter of an hour
 * if the database's machine has vanished.
 */
export const SERVING: Serving = { statementMilliseconds: 15_000 }

/**
 * Application name of a server's PostgreSQL connections. Restoring a backup uses it to detect that a server is still
 * running.
 */
export const SERVER_APPLICATION_NAME = 'dacapo server'

/**
 * Opens the configured database and migrates it. Returns a message for failures that the operator can correct, such as
 * a locked folder, an unreachable server or a wrong password.
 */
export function openDatabase(
  { database, live }: Pick<Configuration, 'database' | 'live'>,
  log: Logger,
  {
    print = () => {},
    migrate = true,
    create = true,
    applicationName = 'dacapo command',
    serving = null,
    onStatement,
  }: OpenOptions = {},
): Promise<OpenedDatabase> {
  if (database.kind === 'embedded')
    return openEmbeddedDatabase(database.directory, { print, migrate, create, onStatement })
  return openPostgres({ ...database, live, migrate, applicationName, serving, onStatement }, log)
}
