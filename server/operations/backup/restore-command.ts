import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { runCommand, runWithDatabase } from '../run-database-command.ts'
import { checkBackup } from './read-backup.ts'
import { restoreBackup, backupSchemaFault } from './restore-backup.ts'

const USAGE = 'npm run restore -- FILE [--replace] [--keep-sessions]'

// npm run restore: puts a backup into the place of the configured database, while no server runs.
await runCommand(async configuration => {
  const asked = parseArguments()
  if (asked === null) return { kind: 'failed', message: `Usage: ${USAGE}` }
  const { file, ...options } = asked
  // The whole file is read before the database is opened: a damaged one must change nothing.
  const checked = await checkBackup(file)
  if (checked.kind === 'damaged')
    return { kind: 'failed', message: `The file ${file} cannot be restored: ${checked.reason}.` }
  const fault = backupSchemaFault(checked.header)
  if (fault !== null) return { kind: 'failed', message: fault }
  return runWithDatabase(
    configuration,
    async ({ db, kind }) => {
      const restored = await restoreBackup(db, file, options).catch((error: unknown) => ({
        kind: 'refused' as const,
        message: `Nothing was restored, and the database is as it was: ${error instanceof Error ? error.message : String(error)}`,
      }))
      if (restored.kind === 'refused') return { kind: 'failed', message: restored.message }
      if (kind === 'postgres') await sql`analyze`.execute(db)
      const { createdAt, productVersion } = checked.header
      return { kind: 'done', message: restoredMessage(createdAt, productVersion, options.keepSessions) }
    },
    { migrate: false },
  )
})

function restoredMessage(createdAt: string, version: string, keepSessions: boolean): string {
  return [
    `The database is that of ${createdAt} (Dacapo ${version}), under a new epoch: every device fetches its library anew`,
    'and sends again what it had saved in the last thirty days.',
    keepSessions
      ? 'Sessions are those of the backup, also those that were ended since.'
      : 'Everybody signs in once more and keeps what is on the device.',
    'Accounts that were deleted since the backup are back: docs/backups.md says how to delete them again.',
  ].join('\n')
}

function parseArguments() {
  try {
    const options = { replace: { type: 'boolean' }, 'keep-sessions': { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) return null
    return { file, replace: values.replace === true, keepSessions: values['keep-sessions'] === true }
  } catch {
    return null
  }
}
