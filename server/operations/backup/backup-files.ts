import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const NAME = /^dacapo-\d{4}-\d{2}-\d{2}T[\d-]+Z\.backup\.gz$/
const DRAFT = /^\.dacapo-.*\.draft$/
const DAY = 24 * 60 * 60 * 1000
/** No backup takes that long, so an older temporary file was left by a process that was killed. */
const ABANDONED_MILLISECONDS = DAY

/** Returns the default folder for backups, which is in the data folder `dataDir`. */
export const backupFolder = (dataDir: string) => resolve(dataDir, 'backups')

/**
 * Returns a new path in `folder` for the temporary file to which a backup is written. Such a file is hidden and does
 * not count as a backup. Also creates the folder if it is missing, and deletes temporary files older than a day.
 */
export function unpublishedBackupPath(folder: string, now: number): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder).filter(one => DRAFT.test(one)))
    removeIfOlder(join(folder, name), now - ABANDONED_MILLISECONDS)
  return join(folder, `.dacapo-${now}-${process.pid}-${crypto.randomUUID()}.draft`)
}

/**
 * Gives the verified backup file `draft` its final name in `folder`, so that the file counts as a backup. The renaming
 * is atomic. Returns the new path. Throws if a file with this name exists.
 */
export function publishBackup(draft: string, folder: string, createdAt: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `dacapo-${createdAt.replaceAll(/[:.]/g, '-')}.backup.gz`)
  if (statSync(file, { throwIfNoEntry: false })) throw new Error(`${file} exists already`)
  const near = resolve(dirname(draft)) === resolve(folder) ? draft : unpublishedBackupPath(folder, Date.now())
  if (near !== draft) {
    copyFileSync(draft, near, constants.COPYFILE_EXCL)
    sync(near)
    rmSync(draft)
  }
  renameSync(near, file)
  sync(folder)
  return file
}

/** Deletes the backups in `folder` that are older than `days` days. Returns the names of the deleted files. */
export function deleteOldBackups(folder: string, days: number, now: number): string[] {
  return readdirSync(folder)
    .filter(name => NAME.test(name))
    .filter(name => removeIfOlder(join(folder, name), now - days * DAY))
}

function removeIfOlder(file: string, moment: number): boolean {
  const modified = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  if (modified === undefined || modified >= moment) return false
  rmSync(file, { force: true })
  return true
}

function sync(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
