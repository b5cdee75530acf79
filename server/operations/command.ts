import { parseArgs } from 'node:util'
import { deleteRowsOfDeletedUsers, deleteNonLibraryRows } from '#server/account/delete-user-rows.ts'
import { withDatabase } from '#server/database/open-database.ts'
import { printLine } from '#server/observability/log.ts'
import {
  CONFIGURATION_EXIT_CODE,
  loadEnvironmentFile,
  readConfiguration,
} from '#server/settings/configuration.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import { backUpEmbeddedDatabase } from './backup.ts'
import { runDoctorChecks, formatFindings } from './doctor.ts'
import { finishRestore } from './new-epoch.ts'
import { NEW_EPOCH_MESSAGE, restoreDatabase } from './restore.ts'

const USAGE = `Usage:
  npm run doctor
  npm run migrate
  npm run backup -- [--to FOLDER] [--keep-days DAYS]
  npm run restore -- FILE [--replace] [--keep-sessions]
  npm run new-epoch -- [--keep-sessions]
  npm run delete-again -- EMAIL…`

const OPTIONS = {
  to: { type: 'string' },
  'keep-days': { type: 'string' },
  'keep-sessions': { type: 'boolean', default: false },
  replace: { type: 'boolean', default: false },
} as const

async function perform(name: string, args: string[], configuration: Configuration): Promise<string | null> {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
  const { to, 'keep-days': days, 'keep-sessions': keepSessions, replace } = values
  const [file] = positionals
  switch (name) {
    // For those who migrate before they start the new version. Opening the database does the work.
    case 'migrate':
      return withDatabase(configuration, async () => 'The tables are what this version needs.')
    case 'backup':
      if (days !== undefined && !/^[1-9]\d{0,3}$/.test(days)) return null
      return backUpEmbeddedDatabase(configuration, { to, keepDays: days === undefined ? null : Number(days) })
    case 'restore':
      return file === undefined ? null : restoreDatabase(configuration, { file, replace, keepSessions })
    // After another tool than npm run restore restored a backup, before the server starts again.
    case 'new-epoch':
      return withDatabase(configuration, async ({ db }) => {
        const epoch = await db.transaction().execute(each => finishRestore(each, { keepSessions }))
        return `${NEW_EPOCH_MESSAGE} (epoch ${epoch})`
      })
    // Accounts that were deleted since the backup are back after a restore.
    case 'delete-again':
      return file === undefined ? null : deleteAgain(configuration, positionals)
    default:
      return null
  }
}

function deleteAgain(configuration: Configuration, given: readonly string[]): Promise<string> {
  return withDatabase(configuration, async ({ db }) => {
    const emails = given.map(email => email.toLowerCase())
    const found = db.selectFrom('user').select(['id', 'email']).where('email', 'in', emails)
    const users = await found.orderBy('email').execute()
    for (const { id } of users) await deleteNonLibraryRows(db, id)
    await deleteRowsOfDeletedUsers(db)
    return `Deleted again: ${users.map(({ email }) => email).join(', ') || 'nobody'}`
  })
}

async function runCommand(name: string, args: string[]): Promise<number> {
  loadEnvironmentFile()
  if (name === 'doctor') {
    const findings = await runDoctorChecks(process.env)
    printLine(formatFindings(findings))
    return findings.some(({ kind }) => kind === 'FAULT') ? 1 : 0
  }
  const read = readConfiguration(process.env)
  if (read.kind === 'faulty') return fail(read.message, CONFIGURATION_EXIT_CODE)
  try {
    const done = await perform(name, args, read.configuration)
    if (done === null) return fail(USAGE, 1)
    printLine(done)
    return 0
  } catch (error) {
    // Emscripten throws file errors without a message, as { errno: 51 }.
    const reason = error instanceof Error ? error.message : JSON.stringify(error)
    const isMisspelt = error instanceof TypeError && 'code' in error && /PARSE_ARGS/.test(String(error.code))
    return fail(isMisspelt ? `${reason}\n${USAGE}` : `npm run ${name} failed: ${reason}`, 1)
  }
}

function fail(message: string, code: number): number {
  process.stderr.write(`${message}\n`)
  return code
}

const [name = '', ...args] = process.argv.slice(2)
process.exitCode = await runCommand(name, args)
