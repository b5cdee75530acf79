import { setTimeout as pause } from 'node:timers/promises'
import type { LogEvent } from 'kysely'
import type { Logger } from 'pino'
import type { Configuration } from '#server/settings/configuration.ts'
import { createLogger, printLine } from '#server/observability/log.ts'
import type { Database, OpenedDatabase } from './database.ts'
import { openEmbeddedDatabase } from './embedded-database.ts'
import { openPostgres } from './postgres.ts'
import type { ConnectionRequirements } from './postgres.ts'

export type OpenOptions = {
  /** Called once before a step that takes seconds, with a sentence to print on the terminal. */
  print?: (sentence: string) => void
  migrate?: boolean
  /** Whether to create an embedded database if there is none; true by default. If false, opening fails. */
  create?: boolean
  /** Application name of the PostgreSQL connections. A restore uses it to recognize those of a running server. */
  applicationName?: string
  /**
   * Requirements of a running server for its PostgreSQL connections. Null (the default) for commands, whose connections
   * may lead to a standby, and whose statements have no time limit.
   */
  serving?: ConnectionRequirements | null
  onStatement?: (event: LogEvent) => void
}

/**
 * Requirements of a running server for its PostgreSQL connections: a time limit of 15 seconds per statement. This is
 * far longer than any statement of a request or job takes, and shorter than a device waits for a response. Without the
 * limit, a statement would wait for a quarter of an hour if the database's machine has vanished.
 */
export const SERVING: ConnectionRequirements = { statementMilliseconds: 15_000 }

/**
 * Application name of a server's PostgreSQL connections. Restoring a backup uses it to detect that a server is still
 * running.
 */
export const SERVER_APPLICATION_NAME = 'dacapo server'

/**
 * Opens the configured database and applies missing migrations. Returns 'failed' with a message for the operator if
 * the database cannot be opened, for example because of a locked folder, an unreachable server or a wrong password.
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
    return openEmbeddedDatabase(database.directory, { print, migrate, create })
  return openPostgres({ ...database, live, migrate, applicationName, serving, onStatement }, log)
}

/**
 * Opens the configured database for a command of the operator, and closes it after `work`. Throws an Error with a
 * message for the operator if the database cannot be opened.
 */
export async function withDatabase<Result>(
  configuration: Configuration,
  work: (database: Database) => Promise<Result>,
  options: OpenOptions = {},
): Promise<Result> {
  const log = createLogger(configuration.logLevel)
  const opened = await openDatabase(configuration, log, { print: printLine, ...options })
  if (opened.kind === 'failed') throw new Error(opened.message)
  try {
    return await work(opened.database)
  } finally {
    await opened.database.close()
  }
}

/** Time between two tries. Shorter than the Retry-After that devices are given meanwhile. */
const RETRY_MILLISECONDS = 2000

/**
 * Opens the database. Tries again for as long as the database is unavailable, because it may start later than the
 * server or be in a failover (rule DB40). Returns any other failure at once, because waiting would not help. Calls
 * `onUnavailable` with the reason after the first failed try, and again whenever the reason has changed.
 */
export async function openWhenAvailable(
  open: () => Promise<OpenedDatabase>,
  onUnavailable: (message: string) => void,
  retryMilliseconds = RETRY_MILLISECONDS,
): Promise<OpenedDatabase> {
  let reported: string | null = null
  for (;;) {
    const opened = await open()
    if (opened.kind === 'open' || opened.isUnavailable !== true) return opened
    if (opened.message !== reported) onUnavailable(opened.message)
    reported = opened.message
    await pause(retryMilliseconds)
  }
}
