import { spawn } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from 'node:sqlite'

// The file is beside this one, among the sources as well as in the bundle.
const PROCESS_FILE = fileURLToPath(
  new URL(`create-database-folder-process${extname(import.meta.url)}`, import.meta.url),
)

/** Uses a separate process, because this one would never free the memory that the creation needs. */
export async function initializeEmbeddedDatabase(directory: string): Promise<void> {
  // A random name, because a process left over from a killed server may still write into an older draft.
  const draft = `${directory}${DRAFT_SUFFIX}-${process.pid}`
  removeDrafts(directory)
  const maker = spawn(process.execPath, [PROCESS_FILE, draft], { stdio: ['pipe', 'ignore', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => {
    maker.once('error', reject)
    maker.once('close', resolve)
  })
  const [code, complaint] = await Promise.all([ended, text(maker.stderr)])
  if (code !== 0) {
    removeDrafts(directory)
    throw new Error(`it could not be prepared (${complaint.trim() || `exit code ${code}`})`)
  }
  // PostgreSQL requires that only the owner can read its data.
  chmodSync(draft, 0o700)
  renameSync(draft, directory)
}

const DRAFT_SUFFIX = '.new'

function removeDrafts(directory: string): void {
  const parent = dirname(directory)
  for (const name of readdirSync(parent)) {
    if (name.startsWith(`${basename(directory)}${DRAFT_SUFFIX}`))
      rmSync(join(parent, name), { recursive: true, force: true })
  }
}

export type FolderLock = { release(): void }

/**
 * The lock works across containers and ends with the process. Never delete `file`, because another process
 * may be opening it.
 */
export function acquireLockFile(file: string): { kind: 'locked'; lock: FolderLock } | { kind: 'held' } {
  // SQLite would only say that it cannot open the file. A file that exists is not opened here, because closing it would
  // release a lock that this process has on it.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  accessSync(file, constants.R_OK | constants.W_OK)
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    // Without a journal nothing has to be written, so a full disk does no harm.
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock.close()
    if (isBusy(error)) return { kind: 'held' }
    throw error
  }
  return {
    kind: 'locked',
    lock: {
      release() {
        if (lock.isOpen) lock.close()
      },
    },
  }
}

const SQLITE_BUSY = 5

const isBusy = (error: unknown) =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY

export function findAccessFault(directory: string): { message: string; advice: string } | null {
  const dataDir = dirname(directory)
  const places = existsSync(dataDir)
    ? [dataDir, `${directory}.lockfile`, directory]
    : [firstExisting(dataDir)]
  const path = places.find(place => existsSync(place) && !isAccessible(place))
  if (path === undefined) return null
  return {
    message: `this user may not read and write ${path}`,
    advice: `Start Dacapo as the user who owns the data, or give ${dataDir} to this one (sudo chown -R). A disk that is mounted read-only must be mounted so that it can be written.`,
  }
}

function isAccessible(path: string): boolean {
  const { R_OK, W_OK, X_OK } = constants
  try {
    accessSync(path, statSync(path).isDirectory() ? R_OK | W_OK | X_OK : R_OK | W_OK)
    return true
  } catch {
    return false
  }
}

const firstExisting = (path: string): string => (existsSync(path) ? path : firstExisting(dirname(path)))
