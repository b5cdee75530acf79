import { createHmac } from 'node:crypto'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { Hono } from 'hono'
import type { ServerContext } from '#server/context.ts'
import { withDatabase } from '#server/database/open-database.ts'
import type { CommandResult } from '#server/database/open-database.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { hasBearerToken, isForwardedRequest } from '#server/http/request-guards.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import { deleteOldDumps, saveDump } from './embedded-dump.ts'

const BACKUP_PATH = '/healthz/backup'

/**
 * Returns the key that requests to BACKUP_PATH must contain. The key is derived from the server's secret, so that
 * `npm run backup`, which knows the same secret, can derive it, too.
 */
const deriveBackupKey = (secret: string) =>
  createHmac('sha256', secret).update('the key of /healthz/backup').digest('base64url')

/**
 * Route GET /healthz/backup, which returns a dump of the embedded database: only this process can read its files (rule
 * BR6). Returns 404 with a PostgreSQL, to a request that a proxy has passed on, and unless it contains the key that
 * deriveBackupKey returns.
 */
export function backupRoutes({ configuration, database }: Pick<ServerContext, 'configuration' | 'database'>) {
  return new Hono().get(BACKUP_PATH, async exchange => {
    const isAllowed =
      !isForwardedRequest(exchange.req.header()) &&
      hasBearerToken(exchange, deriveBackupKey(configuration.secret))
    const dump = isAllowed ? await database.dump?.() : undefined
    if (dump === undefined) return problemResponse('not-found')
    return exchange.body(dump.stream(), 200, { 'content-type': 'application/gzip' })
  })
}

/**
 * Writes a dump of the embedded database to a folder, also while the server runs, and checks it. Deletes the dumps
 * there that are older than `keepDays`.
 */
export async function backup(
  configuration: Configuration,
  { to, keepDays }: { to: string | null; keepDays: number | null },
): Promise<CommandResult> {
  const { database, dataDir } = configuration
  if (database.kind === 'postgres') {
    const message =
      'A PostgreSQL is backed up with its own tools: pg_dump --format=custom --file=FILE "$DATABASE_URL" (docs/backups.md).'
    return { kind: 'failed', message }
  }
  const folder = to ?? resolve(dataDir, 'backups')
  try {
    const dump = (await dumpOfServer(configuration)) ?? (await dumpOfFolder(configuration))
    if (typeof dump === 'string') return { kind: 'failed', message: dump }
    const { file, rows } = await saveDump(dump, folder, Date.now())
    const lines = [`${file}: ${rows} rows, ${statSync(file).size} bytes, opened and read.`]
    const deleted = keepDays === null ? [] : deleteOldDumps(folder, keepDays, Date.now())
    if (deleted.length > 0) lines.push(`Deleted, older than ${keepDays} days: ${deleted.join(', ')}.`)
    return { kind: 'done', message: lines.join('\n') }
  } catch (error) {
    const reason = error instanceof Error ? error.message : JSON.stringify(error)
    return { kind: 'failed', message: `No backup was written: ${reason}` }
  }
}

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
  const result = await withDatabase(
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
