import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { MemoryFS, PGlite } from '@electric-sql/pglite'
import { DURABLE_PGLITE_PARAMETERS } from '#server/database/durable-file-system.ts'
import { createDatabaseFromPGlite } from '#server/database/embedded-database.ts'
import { tryMigrateDatabase } from '#server/database/migrate.ts'
import { CACHE_FOLDER, root } from '../../scripts/set-up/paths.mjs'

/** The files of a migrated database: paths below the data folder with their content, or null for a folder. */
export type DatabaseImage = readonly (readonly [path: string, content: Uint8Array | null])[]

const { PGDATA } = PGlite.paths

/** Small segments of the write-ahead log: less to copy, and less memory after many tests. */
const INITDB_PARAMETERS = ['--wal-segsize=1', '--no-sync']
const START_PARAMETERS = [...DURABLE_PGLITE_PARAMETERS, '-c', 'min_wal_size=4MB', '-c', 'max_wal_size=16MB']

export const startFromImage = async (): Promise<PGlite> =>
  PGlite.create({ fs: new ImageFileSystem(await loadDatabaseImage()), startParams: START_PARAMETERS })

/**
 * Returns the files of a migrated database after a shutdown, as a copy that the caller may modify. The first call on a
 * machine takes some seconds; later ones read a cached file.
 */
export async function loadDatabaseImage(): Promise<DatabaseImage> {
  const file = join(CACHE_FOLDER, `database-${fingerprint()}.bin`)
  try {
    return deserialize(readFileSync(file))
  } catch {
    const image = await makeImage()
    mkdirSync(CACHE_FOLDER, { recursive: true })
    // Written to another file first, because other test files may read this one at the same time.
    writeFileSync(`${file}.${process.pid}`, serialize(image))
    renameSync(`${file}.${process.pid}`, file)
    return image
  }
}

async function makeImage(): Promise<DatabaseImage> {
  const fs = new ImageFileSystem(null)
  const pglite = await PGlite.create({
    fs,
    initDbStartParams: INITDB_PARAMETERS,
    startParams: START_PARAMETERS,
  })
  const migrated = await tryMigrateDatabase(createDatabaseFromPGlite(pglite, () => {}).db)
  if (migrated.kind === 'failed') throw new Error(migrated.message)
  await pglite.close()
  return fs.image ?? []
}

class ImageFileSystem extends MemoryFS {
  image: DatabaseImage | null

  constructor(image: DatabaseImage | null) {
    super()
    this.image = image
  }

  override async initialSyncFs() {
    if (this.image === null) return
    const files = this.pg?.Module.FS
    files?.mkdirTree(PGDATA, 0o700)
    for (const [path, content] of this.image) {
      if (content === null) files?.mkdir(PGDATA + path, 0o700)
      else files?.writeFile(PGDATA + path, content, { canOwn: true })
    }
  }

  override async closeFs() {
    if (this.image === null && this.pg !== undefined) this.image = filesBelow(this.pg.Module.FS, '')
    await super.closeFs()
  }
}

function filesBelow(files: PGlite['Module']['FS'], folder: string): DatabaseImage {
  const names: string[] = files.readdir(PGDATA + folder)
  return names.flatMap((name): DatabaseImage => {
    if (['.', '..', 'postmaster.pid'].includes(name)) return []
    const path = `${folder}/${name}`
    if (files.isDir(files.stat(PGDATA + path).mode)) return [[path, null], ...filesBelow(files, path)]
    return [[path, files.readFile(PGDATA + path)]]
  })
}

function fingerprint(): string {
  const hash = createHash('sha256')
    .update(process.version)
    .update([...INITDB_PARAMETERS, ...START_PARAMETERS].join(' '))
  const migrations = join(root, 'server/database/migrations')
  for (const name of readdirSync(migrations).sort()) hash.update(readFileSync(join(migrations, name)))
  const version: { version: string } = JSON.parse(
    readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json'), 'utf8'),
  )
  return hash.update(version.version).digest('hex').slice(0, 16)
}
