import { randomUUID } from 'node:crypto'
import {
  closeSync,
  constants,
  copyFileSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { processInstanceId } from './process-instance-id.ts'

/** An acquired exclusive lock on the data folder of an embedded database. */
export type FolderLock = { release(): void }
/** The acquired lock, or a description of the process that already has it. */
export type FolderLockResult = { kind: 'locked'; lock: FolderLock } | { kind: 'held'; by: string }

type Owner = { pid: number; start: string | null; host: string; token: string }

const HEARTBEAT_MILLISECONDS = 5000
/** A lock without a heartbeat for this long is stale if its process cannot be checked. */
const STALE_MILLISECONDS = 30_000

/**
 * Creates a lock file, so that only one process opens the data folder. Returns 'held' if a running process has the
 * lock. Takes over the lock of a process that has ended, even if another process now has the same process id. A process
 * in another container or on another machine counts as ended if it has not updated the lock file for 30 seconds (rule
 * DB3).
 */
export function lockFolder(file: string): FolderLockResult {
  for (;;) {
    const mine = {
      pid: process.pid,
      start: processInstanceId(process.pid),
      host: hostname(),
      token: randomUUID(),
    }
    if (createLockFile(file, JSON.stringify(mine)))
      return { kind: 'locked', lock: createLock(file, mine.token) }
    const text = readTextFile(file)
    if (text === null) continue
    const owner = parseOwner(text)
    if (isAlive(file, owner)) return { kind: 'held', by: describeOwner(owner) }
    deleteStaleLock(file, text)
  }
}

/**
 * Creates the lock file. Returns false if there is one. Throws if the disk has no room for its text, and leaves no empty
 * file then, which would look like the lock of a running process.
 */
function createLockFile(file: string, text: string): boolean {
  return succeedsUnless('EEXIST', () => {
    const created = openSync(file, 'wx', 0o600)
    try {
      writeFileSync(created, text)
    } catch (error) {
      rmSync(file, { force: true })
      throw error
    } finally {
      closeSync(created)
    }
  })
}

function createLock(file: string, token: string): FolderLock {
  const isMine = () => parseOwner(readTextFile(file) ?? '')?.token === token
  const heartbeat = setInterval(() => {
    const now = new Date()
    if (isMine()) utimesSync(file, now, now)
  }, HEARTBEAT_MILLISECONDS).unref()
  return {
    release() {
      clearInterval(heartbeat)
      if (isMine()) rmSync(file, { force: true })
    },
  }
}

function isAlive(file: string, owner: Owner | null): boolean {
  // The file is being written, or a power cut truncated it.
  if (owner === null || owner.host !== hostname()) return !isStale(file)
  return owner.start !== null && owner.start === processInstanceId(owner.pid)
}

function isStale(file: string): boolean {
  const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  return written === undefined || Date.now() - written > STALE_MILLISECONDS
}

/**
 * Deletes a stale lock. Two processes may both find it stale, and the slower one must not delete the faster one's new
 * lock. So the file is renamed, which only one can do, and checked again.
 */
function deleteStaleLock(file: string, dead: string): void {
  const aside = `${file}.${randomUUID()}`
  if (!succeedsUnless('ENOENT', () => renameSync(file, aside))) return
  if (readTextFile(aside) !== dead)
    succeedsUnless('EEXIST', () => copyFileSync(aside, file, constants.COPYFILE_EXCL))
  rmSync(aside, { force: true })
}

function parseOwner(text: string): Owner | null {
  try {
    const { pid, start, host, token }: Partial<Owner> = JSON.parse(text)
    if (pid === undefined || host === undefined || token === undefined) return null
    return { pid, start: start ?? null, host, token }
  } catch {
    return null
  }
}

const describeOwner = (owner: Owner | null) =>
  owner === null
    ? 'another process'
    : `process ${owner.pid}${owner.host === hostname() ? '' : ` on ${owner.host}`}`

function readTextFile(file: string): string | null {
  let text = ''
  return succeedsUnless('ENOENT', () => (text = readFileSync(file, 'utf8'))) ? text : null
}

/** Runs an action. Returns false if it fails with the expected error code; throws other errors. */
function succeedsUnless(expected: string, action: () => void): boolean {
  try {
    action()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === expected) return false
    throw error
  }
}
