import { parseArgs } from 'node:util'
import { deleteLeftRows, deleteUserRows } from '#server/account/delete-user-rows.ts'
import { withDatabase } from '#server/database/open-database.ts'
import type { CommandResult } from '#server/database/open-database.ts'
import { printLine } from '#server/observability/log.ts'
import {
  CONFIGURATION_EXIT_CODE,
  loadEnvironmentFile,
  readConfiguration,
} from '#server/settings/configuration.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import { backup } from './backup.ts'
import { examine, formatFindings } from './doctor.ts'
import { finishRestore, sessionsAfterRestore } from './new-epoch.ts'
import { restore } from './restore.ts'

type Command = {
  usage: string
  options?: Record<string, { type: 'boolean' | 'string' }>
  /** Returns null if the arguments cannot be understood. */
  run: (
    configuration: Configuration,
    options: { [name: string]: string | boolean | undefined },
    files: readonly string[],
  ) => Promise<CommandResult | null>
}

const FLAG = { type: 'boolean' } as const
const TEXT = { type: 'string' } as const

/** What an operator runs in a terminal, by the name behind `npm run`; `doctor` comes beside them. */
const COMMANDS: Record<string, Command> = {
  // For those who migrate before they start the new version. Opening the database does the work.
  migrate: {
    usage: '',
    run: configuration =>
      withDatabase(configuration, async () => done('The tables are what this version needs.')),
  },
  // After another tool than npm run restore restored a backup, before the server starts again.
  'new-epoch': {
    usage: '[--keep-sessions]',
    options: { 'keep-sessions': FLAG },
    run: (configuration, { 'keep-sessions': keep }) =>
      withDatabase(configuration, async ({ db }) => {
        const keepSessions = keep === true
        const epoch = await db
          .transaction()
          .execute(transaction => finishRestore(transaction, { keepSessions }))
        return done(
          `Every device fetches its library anew and sends again what it had saved in the last thirty days (epoch ${epoch}).\n${sessionsAfterRestore(keepSessions)}`,
        )
      }),
  },
  backup: {
    usage: '[--to FOLDER] [--keep-days DAYS]',
    options: { to: TEXT, 'keep-days': TEXT },
    run: (configuration, { to, 'keep-days': days }) =>
      typeof days === 'string' && !/^[1-9]\d{0,3}$/.test(days)
        ? Promise.resolve(null)
        : backup(configuration, {
            to: typeof to === 'string' ? to : null,
            keepDays: typeof days === 'string' ? Number(days) : null,
          }),
  },
  restore: {
    usage: 'FILE [--replace] [--keep-sessions]',
    options: { replace: FLAG, 'keep-sessions': FLAG },
    run: async (configuration, { replace, 'keep-sessions': keep }, [file, ...more]) =>
      file === undefined || more.length > 0
        ? null
        : restore(configuration, { file, replace: replace === true, keepSessions: keep === true }),
  },
  // Accounts that were deleted since the backup are back after a restore.
  'delete-again': {
    usage: 'EMAIL…',
    run: async (configuration, _, given) => {
      if (given.length === 0) return null
      const emails = given.map(email => email.toLowerCase())
      return withDatabase(configuration, async ({ db }) => {
        const users = await db
          .selectFrom('user')
          .select(['id', 'email'])
          .where('email', 'in', emails)
          .orderBy('email')
          .execute()
        for (const { id } of users) await deleteUserRows(db, id)
        await deleteLeftRows(db)
        return done(`Deleted again: ${users.map(({ email }) => email).join(', ') || 'nobody'}`)
      })
    },
  },
}

const done = (message: string): CommandResult => ({ kind: 'done', message })

/**
 * Runs the command of this name. Returns the exit code: 0, 1 if the command failed or was not understood, and 78 if the
 * configuration is invalid.
 */
async function runCommand(name: string, parameters: readonly string[]): Promise<number> {
  loadEnvironmentFile()
  if (name === 'doctor') {
    const findings = await examine(process.env)
    printLine(formatFindings(findings, process.env))
    return findings.some(({ kind }) => kind === 'FAULT') ? 1 : 0
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) return fail(`Commands: doctor, ${Object.keys(COMMANDS).join(', ')}`, 1)
  const read = readConfiguration(process.env)
  if (read.kind === 'faulty') return fail(read.message, CONFIGURATION_EXIT_CODE)
  const understood = parseParameters(command, parameters)
  const result =
    understood && (await command.run(read.configuration, understood.values, understood.positionals))
  if (result === null) return fail(`Usage: npm run ${name} -- ${command.usage}`, 1)
  if (result.kind === 'failed') return fail(result.message, 1)
  printLine(result.message)
  return 0
}

function parseParameters({ options = {} }: Command, args: readonly string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch {
    return null
  }
}

function fail(message: string, code: number): number {
  process.stderr.write(`${message}\n`)
  return code
}

const [name = '', ...parameters] = process.argv.slice(2)
process.exitCode = await runCommand(name, parameters)
