import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Hono } from 'hono'
import { sql } from 'kysely'
import { USER_ROW_CONDITIONS } from '#server/account/table-ownership.ts'
import type { ServerContext } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { startPGlite, syncToDisk } from '#server/database/durable-file-system.ts'
import { createDatabaseFromPGlite } from '#server/database/embedded-database.ts'
import { withDatabase } from '#server/database/open-database.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { deriveAccessKey, hasBearerToken, hasForwardingHeader } from '#server/http/request-guards.ts'
import type { Configuration } from '#server/settings/configuration.ts'

const BACKUP_PATH = '/healthz/backup'

export function backupRoutes({ configuration, database }: Pick<ServerContext, 'configuration' | 'database'>) {
  return new Hono().get(BACKUP_PATH, async exchange => {
    const isAllowed =
      !hasForwardingHeader(exchange.req.header()) &&
      hasBearerToken(exchange, deriveAccessKey(configuration.secret, BACKUP_PATH))
    const dump = isAllowed ? await database.dump?.() : undefined
    if (dump === undefined) return problemResponse('not-found')
    return exchange.body(dump.stream(), 200, { 'content-type': 'application/gzip' })
  })
}

export async function backUpEmbeddedDatabase(
  configuration: Configuration,
  { to, keepDays }: { to: string | undefined; keepDays: number | null },
): Promise<string> {
  if (configuration.database.kind === 'postgres')
    throw new Error('a PostgreSQL is backed up with pg_dump or pgBackRest (docs/backups.md)')
  const folder = to ?? resolve(configuration.dataDir, 'backups')
  const dump = (await dumpOfServer(configuration)) ?? (await dumpOfFolder(configuration))
  const { file, rows } = await saveVerifiedDump(dump, folder, Date.now())
  const deleted = keepDays === null ? [] : deleteOldDumps(folder, keepDays, Date.now())
  return `${file}: ${rows} rows, opened and read. Deleted for their age: ${deleted.join(', ') || 'none'}.`
}

async function dumpOfServer({ host, port, secret }: Configuration): Promise<Uint8Array | null> {
  const name = /^(0\.0\.0\.0|::)$/.test(host) ? '127.0.0.1' : host
  const address = `http://${name.includes(':') ? `[${name}]` : name}:${port}${BACKUP_PATH}`
  const headers = { authorization: `Bearer ${deriveAccessKey(secret, BACKUP_PATH)}` }
  const answer = await fetch(address, { headers, redirect: 'error' }).catch(() => null)
  return answer?.ok === true ? answer.bytes() : null
}

const dumpOfFolder = (configuration: Configuration): Promise<Uint8Array> =>
  withDatabase(
    configuration,
    async database => new Uint8Array((await (await database.dump?.())?.arrayBuffer()) ?? []),
    // Before an upgrade the tables are still the old ones, and should be backed up as they are.
    { migrate: false, create: false },
  )

/** "user" is first, because its trigger inserts rows into user_revision, which are replaced afterwards. */
export const TABLES_IN_COPY_ORDER: readonly string[] = [
  'user',
  ...Object.keys(USER_ROW_CONDITIONS).filter(name => name !== 'user'),
]

export async function openDumpAsDatabase(file: string, directory: string | null): Promise<Database> {
  // PGlite's own decompression ends the process where the file is damaged.
  const dump = new Blob([await promisify(gunzip)(await readFile(file))], { type: 'application/x-tar' })
  return createDatabaseFromPGlite(await startPGlite(directory, dump), () => {})
}

export async function saveVerifiedDump(dump: Uint8Array, folder: string, now: number) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `dacapo-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}.tar.gz`)
  const draft = `${file}.draft`
  try {
    await writeFile(draft, dump, { flag: 'wx', mode: 0o600, flush: true })
    const rows = await countRows(draft)
    renameSync(draft, file)
    syncToDisk(folder)
    return { file, rows }
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

async function countRows(file: string): Promise<number> {
  const dump = await openDumpAsDatabase(file, null)
  try {
    let sum = 0
    for (const table of TABLES_IN_COPY_ORDER) {
      // The text of a row has all its values, also those that PostgreSQL stores elsewhere.
      const { rows } = await sql<{ rows: number }>`
        select count(md5(one_row::text))::int as rows from ${sql.table(table)} one_row`.execute(dump.db)
      sum += rows[0]?.rows ?? 0
    }
    return sum
  } finally {
    await dump.close()
  }
}

const NAME = /^dacapo-\d{4}-\d{2}-\d{2}T[\d-]+Z\.tar\.gz$/
const DAY = 24 * 60 * 60 * 1000

function deleteOldDumps(folder: string, days: number, now: number): string[] {
  const old = readdirSync(folder).filter(
    name => NAME.test(name) && statSync(join(folder, name)).mtimeMs < now - days * DAY,
  )
  for (const name of old) rmSync(join(folder, name))
  return old
}
