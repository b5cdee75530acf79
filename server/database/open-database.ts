import { setTimeout as pause } from 'node:timers/promises'
import type { LogEvent } from 'kysely'
import type { Logger } from 'pino'
import type { Configuration } from '#server/settings/configuration.ts'
import { createLogger, printLine } from '#server/observability/log.ts'
import type { Database, OpenDatabaseResult } from './database.ts'
import { openEmbeddedDatabase } from './embedded-database.ts'
import { openPostgres, type ServingOptions } from './postgres.ts'

export type OpenOptions = {
  /** Called before a step that takes seconds, with a sentence for the terminal. */
  print?: (sentence: string) => void
  migrate?: boolean
  /** Whether to create a missing embedded database; true by default. If false, opening fails. */
  create?: boolean
  applicationName?: string
  /** Null (the default) for commands, which may connect to a standby and have no time limit per statement. */
  serving?: ServingOptions | null
  onStatement?: (event: LogEvent) => void
}

/** Gives up on a statement, as the database's machine may have failed, before a device stops waiting (20 s). */
export const SERVING_OPTIONS: ServingOptions = { statementMilliseconds: 15_000 }

/** The restore command recognizes a running server by this name of its connections. */
export const SERVER_APPLICATION_NAME = 'dacapo server'

/** A result of kind 'failed' contains a message for the operator. */
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
): Promise<OpenDatabaseResult> {
  if (database.kind === 'embedded')
    return openEmbeddedDatabase(database.directory, { print, migrate, create })
  return openPostgres({ ...database, live, migrate, applicationName, serving, onStatement }, log)
}

/** Closes the database after `work`. Throws an Error with a message for the operator if opening fails. */
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

const RETRY_MILLISECONDS = 2000

/** Retries while the database is unavailable (rule DB40). Reports the reason whenever it changes. */
export async function openDatabaseWhenAvailable(
  open: () => Promise<OpenDatabaseResult>,
  onUnavailable: (message: string) => void,
  retryMilliseconds = RETRY_MILLISECONDS,
): Promise<OpenDatabaseResult> {
  let reported: string | null = null
  for (;;) {
    const opened = await open()
    if (opened.kind === 'open' || opened.isUnavailable !== true) return opened
    if (opened.message !== reported) onUnavailable(opened.message)
    reported = opened.message
    await pause(retryMilliseconds)
  }
}
