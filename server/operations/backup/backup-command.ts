import { rmSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Configuration } from '#server/settings/configuration.ts'
import { runCommand, runWithDatabase } from '../run-database-command.ts'
import type { CommandResult } from '../run-database-command.ts'
import { backupFolder, deleteOldBackups, unpublishedBackupPath, publishBackup } from './backup-files.ts'
import { requestBackupFromServer } from './backup-socket.ts'
import { checkBackup } from './read-backup.ts'
import { writeBackup } from './write-backup.ts'

const USAGE = 'npm run backup [-- [--to FOLDER] [--keep-days DAYS]]'

// npm run backup: writes a backup of either database while the server runs, checks it, and deletes old ones if told to.
await runCommand(async configuration => {
  const asked = parseArguments()
  if (asked === null) return { kind: 'failed', message: `Usage: ${USAGE}` }
  const folder = asked.to ?? backupFolder(configuration.dataDir)
  try {
    const draft = await draftOf(configuration, folder)
    return draft.kind === 'written'
      ? await publish(draft, folder, asked.keepDays)
      : { kind: 'failed', message: draft.message }
  } catch (error) {
    return {
      kind: 'failed',
      message: `No backup was written: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
})

type Draft = { kind: 'written'; draft: string; tablesLeftOut: readonly string[] }

async function draftOf(
  configuration: Configuration,
  folder: string,
): Promise<Draft | { kind: 'refused'; message: string }> {
  const { database, dataDir } = configuration
  const fromServer = database.kind === 'embedded' ? await requestBackupFromServer(dataDir) : null
  if (fromServer !== null) return fromServer
  const draft = unpublishedBackupPath(folder, Date.now())
  let left: readonly string[] = []
  const result = await runWithDatabase(
    configuration,
    async opened => {
      const written = await writeBackup(opened, draft)
      if (written.kind === 'refused') return { kind: 'failed', message: written.message }
      left = written.tablesLeftOut
      return { kind: 'done', message: '' }
    },
    // Before an upgrade the tables are still the old ones, and should be backed up as they are.
    { migrate: false, create: false },
  )
  if (result.kind === 'done') return { kind: 'written', draft, tablesLeftOut: left }
  rmSync(draft, { force: true })
  return { kind: 'refused', message: result.message }
}

/** Reads the draft again, as a restore would, before it counts as a backup. */
async function publish(
  { draft, tablesLeftOut }: Draft,
  folder: string,
  keepDays: number | null,
): Promise<CommandResult> {
  const checked = await checkBackup(draft)
  if (checked.kind === 'damaged') {
    rmSync(draft, { force: true })
    return { kind: 'failed', message: `The backup was written, but cannot be read again: ${checked.reason}.` }
  }
  const file = publishBackup(draft, folder, checked.header.createdAt)
  const rows = Object.values(checked.footer.rows).reduce((sum, count) => sum + count, 0)
  const lines = [
    `${file}: ${rows} rows of ${Object.keys(checked.footer.rows).length} tables, ${statSync(file).size} bytes, schema ${checked.header.migrations.at(-1)}, read again and whole.`,
  ]
  if (tablesLeftOut.length > 0)
    lines.push(`Not in it, because Dacapo does not know them: the tables ${tablesLeftOut.join(', ')}.`)
  const deleted = keepDays === null ? [] : deleteOldBackups(folder, keepDays, Date.now())
  if (deleted.length > 0) lines.push(`Deleted, older than ${keepDays} days: ${deleted.join(', ')}.`)
  return { kind: 'done', message: lines.join('\n') }
}

function parseArguments(): { to: string | null; keepDays: number | null } | null {
  try {
    const { values } = parseArgs({ options: { to: { type: 'string' }, 'keep-days': { type: 'string' } } })
    const days = values['keep-days']
    if (days !== undefined && !/^[1-9]\d{0,3}$/.test(days)) return null
    return { to: values.to ?? null, keepDays: days === undefined ? null : Number(days) }
  } catch {
    return null
  }
}
