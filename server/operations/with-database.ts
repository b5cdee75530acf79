import { EXIT_CONFIGURATION, readConfiguration } from '#server/configuration.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { loadEnvironmentFile } from '#server/environment-file.ts'
import { createLog, say } from '#server/log.ts'

/** A command of its own on the configured database, which it migrates: does `work`, says its sentence and ends. */
export async function withDatabase(work: (database: Database) => Promise<string>): Promise<void> {
  loadEnvironmentFile()
  const read = readConfiguration(process.env)
  if (read.kind === 'faulty') return fail(read.message, EXIT_CONFIGURATION)
  const opened = await openDatabase(read.configuration, createLog(read.configuration.logLevel), { say })
  if (opened.kind === 'failed') return fail(opened.message, 1)
  try {
    say(await work(opened.database))
  } finally {
    await opened.database.close()
  }
}

function fail(message: string, code: number) {
  process.stderr.write(`${message}\n`)
  process.exitCode = code
}
