import {
  CONFIGURATION_EXIT_CODE,
  loadEnvironmentFile,
  readConfiguration,
} from '#server/settings/configuration.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { OpenOptions } from '#server/database/open-database.ts'
import { createLogger, printLine } from '#server/observability/log.ts'

/** Result of a command such as `npm run backup`, with a message for the person at the terminal. */
export type CommandResult = { kind: 'done' | 'failed'; message: string }

/**
 * Runs a command that the operator starts in a terminal, such as `npm run backup`: reads the configuration, calls
 * `work` and prints the message of its result. Sets the exit code to 78 if the configuration is invalid, or to 1 if
 * `work` returns 'failed'.
 */
export async function runCommand(
  work: (configuration: Configuration) => Promise<CommandResult>,
): Promise<void> {
  loadEnvironmentFile()
  const read = readConfiguration(process.env)
  if (read.kind === 'faulty') return fail(read.message, CONFIGURATION_EXIT_CODE)
  const { kind, message } = await work(read.configuration)
  if (kind === 'failed') return fail(message, 1)
  printLine(message)
}

/**
 * Opens the configured database, calls `work`, closes the database and returns the result of `work`. Returns 'failed'
 * if the database cannot be opened.
 */
export async function runWithDatabase(
  configuration: Configuration,
  work: (database: Database) => Promise<CommandResult>,
  options: OpenOptions = {},
): Promise<CommandResult> {
  const log = createLogger(configuration.logLevel)
  const opened = await openDatabase(configuration, log, { print: printLine, ...options })
  if (opened.kind === 'failed') return opened
  try {
    return await work(opened.database)
  } finally {
    await opened.database.close()
  }
}

/**
 * Runs a command on the configured database: opens and migrates the database, calls `work`, prints the message that
 * `work` returns, and closes the database.
 */
export const runDatabaseCommand = (work: (database: Database) => Promise<string>): Promise<void> =>
  runCommand(configuration =>
    runWithDatabase(configuration, async database => ({ kind: 'done', message: await work(database) })),
  )

function fail(message: string, code: number) {
  process.stderr.write(`${message}\n`)
  process.exitCode = code
}
