import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { sql } from 'kysely'
import { TABLE_OWNERSHIP } from '#server/account/table-ownership.ts'
import type { Database } from '#server/database/database.ts'
import { startInProcessPostgres } from '#server/database/durable-file-system.ts'
import { createEmbeddedDatabase } from '#server/database/embedded-database.ts'

/** The names of all tables of Dacapo; "user" is first, because a trigger adds a user's revision, which a copy replaces. */
export const TABLES: readonly string[] = [
  'user',
  ...Object.keys(TABLE_OWNERSHIP).filter(name => name !== 'user'),
]

const NAME = /^dacapo-\d{4}-\d{2}-\d{2}T[\d-]+Z\.tar\.gz$/
const DAY = 24 * 60 * 60 * 1000

/**
 * Opens a copy of the embedded database in a dump: in memory, or in the new folder `directory`. Changes neither the file
 * nor the database that it came from. Throws if the file is damaged.
 */
export async function openDump(file: string, directory: string | null): Promise<Database> {
  // PGlite's own decompression ends the process where the file is damaged.
  const dump = new Blob([await promisify(gunzip)(await readFile(file))], { type: 'application/x-tar' })
  return createEmbeddedDatabase(await startInProcessPostgres(directory, dump), () => {})
}

/**
 * Writes a dump to a new file in `folder`, which only the user of this process can read. Opens it and reads every row of
 * it before it gets its name, so that a file with this name is whole. Throws otherwise.
 */
export async function saveDump(dump: Uint8Array, folder: string, now: number) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `dacapo-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}.tar.gz`)
  const draft = `${file}.draft`
  try {
    await writeFile(draft, dump, { flag: 'wx', mode: 0o600, flush: true })
    const rows = await countRows(draft)
    renameSync(draft, file)
    sync(folder)
    return { file, rows }
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

async function countRows(file: string): Promise<number> {
  const dump = await openDump(file, null)
  try {
    let sum = 0
    for (const table of TABLES) {
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

/** Deletes the backups in `folder` that are older than `days` days. Returns the names of the deleted files. */
export function deleteOldDumps(folder: string, days: number, now: number): string[] {
  const old = readdirSync(folder).filter(
    name => NAME.test(name) && statSync(join(folder, name)).mtimeMs < now - days * DAY,
  )
  for (const name of old) rmSync(join(folder, name))
  return old
}

/** Waits until all files in a folder are on the disk. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else sync(path)
  }
  sync(folder)
}

function sync(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
