import type { LogEvent } from 'kysely'
import type { Logger } from 'pino'
import type { Configuration } from '#server/settings/configuration.ts'
import type { OpenedDatabase } from './database.ts'
import { openEmbeddedDatabase } from './embedded-database.ts'
import type { Serving } from './failover-pool.ts'
import { openPostgres } from './postgres.ts'

/** Options for opening a database. */
export type OpenOptions = {
  /** Called once before something that takes seconds, with a sentence for the terminal. */
  print?: (sentence: string) => void
  /** False leaves the tables as they are. */
  migrate?: boolean
  /** False refuses to create an embedded database where there is none. */
  create?: boolean
  /** By what name PostgreSQL lists the connections; a restore looks for that of a server. */
  applicationName?: string
  /** What a server asks of PostgreSQL. Commands may read from a standby and take long; for them it is null. */
  serving?: Serving | null
  /** Called after each statement, within the work that asked for it. */
  onStatement?: (event: LogEvent) => void
}

/**
 * Far longer than a statement of a request or a job takes, and shorter than a device waits. Without a limit a statement
 * whose machine has vanished would wait for a quarter of an hour.
 */
export const SERVING: Serving = { statementMilliseconds: 15_000 }

/** The application name of a server's connections at PostgreSQL. A restore looks for it to detect a running server. */
export const SERVER_APPLICATION_NAME = 'dacapo server'

/**
 * Opens the configured database and migrates it. Failures that the operator can correct are returned as a message and
 * not thrown, such as a folder in use, an unreachable server, a wrong password, or newer tables.
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
