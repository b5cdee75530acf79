import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Database } from '#server/database/database.ts'
import { DURABLE_START_PARAMETERS } from '#server/database/durable-file-system.ts'
import { embeddedDatabase } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'

const REPOSITORY = resolve(import.meta.dirname, '..')
const CACHE = join(REPOSITORY, 'node_modules/.cache/dacapo')

/**
 * The embedded database, migrated, in memory: everything but the disk is real. The first one ever takes some
 * seconds, every further one a quarter of a second, because it begins with a copy.
 */
export async function openMemoryDatabase(): Promise<Database> {
  const loadDataDir = new Blob([await template()])
  const pglite = await PGlite.create({ loadDataDir, startParams: DURABLE_START_PARAMETERS })
  return embeddedDatabase(pglite, () => {})
}

async function template(): Promise<Buffer<ArrayBuffer>> {
  const file = join(CACHE, `database-${fingerprint()}.tar`)
  try {
    return readFileSync(file)
  } catch {
    const pglite = await PGlite.create({ startParams: DURABLE_START_PARAMETERS })
    const database = embeddedDatabase(pglite, () => {})
    const migrated = await migrate(database.db)
    if (migrated.kind === 'failed') throw new Error(migrated.message)
    const dump = Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer())
    await database.close()
    mkdirSync(CACHE, { recursive: true })
    // Written aside first: other test files may be looking for it at this moment.
    writeFileSync(`${file}.${process.pid}`, dump)
    renameSync(`${file}.${process.pid}`, file)
    return dump
  }
}

/** Changes with whatever the copy depends on. */
function fingerprint(): string {
  const hash = createHash('sha256').update(process.version).update(DURABLE_START_PARAMETERS.join(' '))
  const migrations = join(REPOSITORY, 'server/database/migrations')
  for (const name of readdirSync(migrations).sort()) hash.update(readFileSync(join(migrations, name)))
  const version: { version: string } = JSON.parse(
    readFileSync(join(REPOSITORY, 'node_modules/@electric-sql/pglite/package.json'), 'utf8'),
  )
  return hash.update(version.version).digest('hex').slice(0, 16)
}
