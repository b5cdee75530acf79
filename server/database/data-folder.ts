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
import { userInfo } from 'node:os'

// Beside this file, among the sources as in the bundle.
const PROCESS_FILE = fileURLToPath(
  new URL(`create-database-folder-process${extname(import.meta.url)}`, import.meta.url),
)

/**
 * Creates the files of the embedded database in a temporary folder and then renames the folder, so that an interrupted
 * first start leaves no incomplete database (rule CF5). Uses a separate process, because this process would never free
 * the memory that the creation takes. Throws if the creation fails.
 */
export async function createDatabaseFolder(directory: string): Promise<void> {
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

/** An acquired exclusive lock on the data folder of an embedded database. */
export type FolderLock = { release(): void }
/** The acquired lock, or 'held' if another process has it. */
export type FolderLockResult = { kind: 'locked'; lock: FolderLock } | { kind: 'held' }

/**
 * Locks a file, so that only one process opens the data folder (rule DB3). The lock is that of an empty SQLite database,
 * which is the operating system's own: it holds across containers, also while its process is paused, and ends with its
 * process. The file stays, because deleting it could not be done safely while another process opens it.
 */
export function lockFolder(file: string): FolderLockResult {
  // SQLite would only say that it cannot open the file. A file that exists is not opened here, because closing it would
  // release a lock that this process has on it.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  accessSync(file, constants.R_OK | constants.W_OK)
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    // Without a journal there is nothing to write, for which the disk could have no room.
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

/** Why this process cannot use a data folder, and what an operator does about it. */
type AccessFault = { message: string; advice: string }

/**
 * Finds the first file or folder of an embedded database that this process may not read and write. PGlite itself says
 * only that something failed. Returns null if there is none. Reads the whole folder, so it is called after a failure.
 */
export function findAccessFault(directory: string): AccessFault | null {
  const dataDir = dirname(directory)
  if (!existsSync(dataDir)) return faultOf(firstExisting(dataDir), `sudo install -d -o ${user()} ${dataDir}`)
  const found = [dataDir, `${directory}.lockfile`, ...pathsIn(directory)].find(path => errorCodeOf(path))
  if (found === undefined) return null
  return faultOf(found, `sudo chown -R ${user()}: ${dataDir}`)
}

function faultOf(path: string, givingIt: string): AccessFault | null {
  const code = errorCodeOf(path)
  if (code === null) return null
  if (code === 'EROFS')
    return { message: `the disk of ${path} can only be read`, advice: 'Mount it so that it can be written.' }
  const { uid } = statSync(path)
  const message = `the user ${user()} may not read and write ${path}`
  if (uid === process.getuid?.()) return { message, advice: `Allow it: chmod -R u+rwX ${path}` }
  return {
    message: `${message}, which belongs to the user with number ${uid}`,
    advice: `Start Dacapo as the user who owns the data, or give the data to this one: ${givingIt}`,
  }
}

/** A folder with everything in it, or nothing if it is not there. What is in a folder that may not be read is left out. */
function* pathsIn(path: string): Generator<string> {
  if (!existsSync(path)) return
  yield path
  if (errorCodeOf(path) !== null || !statSync(path).isDirectory()) return
  for (const name of readdirSync(path)) yield* pathsIn(join(path, name))
}

/** The code of the system for why this process cannot read and write, or null if it can. */
function errorCodeOf(path: string): string | null {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return null
  const { R_OK, W_OK, X_OK } = constants
  try {
    accessSync(path, stats.isDirectory() ? R_OK | W_OK | X_OK : R_OK | W_OK)
    return null
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  }
}

const firstExisting = (path: string): string => (existsSync(path) ? path : firstExisting(dirname(path)))

/** Returns the name of this process's user, or its number where it has no name, as in many containers. */
function user(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}
