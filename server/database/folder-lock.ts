import { accessSync, closeSync, constants, existsSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

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
