import { setTimeout as pause } from 'node:timers/promises'
import type { LogEvent } from 'kysely'
import type { Logger } from 'pino'
import type { Configuration } from '#server/settings/configuration.ts'
import { createLogger, printLine } from '#server/observability/log.ts'
import type { Database, OpenDatabaseResult } from './database.ts'
import { openEmbeddedDatabase } from './embedded-database.ts'
import { openPostgres, type ServingOptions } from './postgres.ts'

export type OpenOptions = {
  print?: (sentence: string) => void
  migrate?: boolean
  create?: boolean
  applicationName?: string
  /** Absent for command-line commands: they may use a read-only standby and have no statement timeout. */
  serving?: ServingOptions
  onStatement?: (event: LogEvent) => void
}

/** Less than the 20 seconds that a device waits for the server's response. */
export const SERVING_OPTIONS: ServingOptions = { statementMilliseconds: 15_000 }

/** The restore command detects running servers by this name of their database connections. */
export const SERVER_APPLICATION_NAME = 'dacapo server'

export function openDatabase(
  { database, live }: Pick<Configuration, 'database' | 'live'>,
  log: Logger,
  {
    print = () => {},
    migrate = true,
    create = true,
    applicationName = 'dacapo command',
    serving,
    onStatement,
  }: OpenOptions = {},
): Promise<OpenDatabaseResult> {
  if (database.kind === 'embedded')
    return openEmbeddedDatabase(database.directory, { print, migrate, create })
  return openPostgres({ ...database, live, migrate, applicationName, serving, onStatement }, log)
}

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
