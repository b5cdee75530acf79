import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Configuration } from '#server/settings/configuration.ts'
import { BACKUP_PATH, deriveBackupKey } from './backup-route.ts'
import { deleteOldDumps, saveDump } from './embedded-dump.ts'
import { runCommand, runWithDatabase } from './run-database-command.ts'

const USAGE = 'npm run backup [-- [--to FOLDER] [--keep-days DAYS]]'

// npm run backup: writes a dump of the embedded database, also while the server runs, and checks it.
await runCommand(async configuration => {
  const asked = parseArguments()
  if (asked === null) return { kind: 'failed', message: `Usage: ${USAGE}` }
  const { database, dataDir } = configuration
  if (database.kind === 'postgres') {
    const message =
      'A PostgreSQL is backed up with its own tools: pg_dump --format=custom --file=FILE "$DATABASE_URL" (docs/backups.md).'
    return { kind: 'failed', message }
  }
  const folder = asked.to ?? resolve(dataDir, 'backups')
  try {
    const dump = (await dumpOfServer(configuration)) ?? (await dumpOfFolder(configuration))
    if (typeof dump === 'string') return { kind: 'failed', message: dump }
    const { file, rows } = await saveDump(dump, folder, Date.now())
    const lines = [`${file}: ${rows} rows, ${statSync(file).size} bytes, opened and read.`]
    const deleted = asked.keepDays === null ? [] : deleteOldDumps(folder, asked.keepDays, Date.now())
    if (deleted.length > 0) lines.push(`Deleted, older than ${asked.keepDays} days: ${deleted.join(', ')}.`)
    return { kind: 'done', message: lines.join('\n') }
  } catch (error) {
    const reason = error instanceof Error ? error.message : JSON.stringify(error)
    return { kind: 'failed', message: `No backup was written: ${reason}` }
  }
})

/** Returns the dump that the running server gives, or null if none runs with these settings. */
async function dumpOfServer({ host, port, secret }: Configuration): Promise<Uint8Array | null> {
  const name = /^(0\.0\.0\.0|::)$/.test(host) ? '127.0.0.1' : host
  const address = `http://${name.includes(':') ? `[${name}]` : name}:${port}${BACKUP_PATH}`
  const headers = { authorization: `Bearer ${deriveBackupKey(secret)}` }
  const answer = await fetch(address, { headers, redirect: 'error' }).catch(() => null)
  return answer?.ok === true ? answer.bytes() : null
}

/** Returns the dump of a database that no server has open, or a message why it cannot be made. */
async function dumpOfFolder(configuration: Configuration): Promise<Uint8Array | string> {
  let bytes = new Uint8Array()
  const result = await runWithDatabase(
    configuration,
    async database => {
      const dump = await database.dump?.()
      if (dump !== undefined) bytes = new Uint8Array(await dump.arrayBuffer())
      return { kind: 'done', message: '' }
    },
    // Before an upgrade the tables are still the old ones, and should be backed up as they are.
    { migrate: false, create: false },
  )
  return result.kind === 'done' ? bytes : result.message
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
