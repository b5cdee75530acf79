import { randomUUID } from 'node:crypto'
import {
  constants,
  copyFileSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { processStart } from './process-start.ts'

export type FolderLock = { release(): void }
export type Locked = { kind: 'locked'; lock: FolderLock } | { kind: 'held'; by: string }

type Owner = { pid: number; start: string | null; host: string; token: string }

const HEARTBEAT_MILLISECONDS = 5000
/** A lock that cannot be judged by its process belongs to nobody once it has been silent for so long. */
const SILENT_MILLISECONDS = 30_000

/**
 * Takes the lock file, so that no second process opens what only one may open. A lock whose process is gone
 * (crash, power cut) is taken over, also when its number was given to another process since. Where a volume is
 * shared between machines or containers, whose processes cannot be seen from here, the file's heartbeat decides
 * (rule DB3).
 */
export function lockFolder(file: string): Locked {
  for (;;) {
    const mine = { pid: process.pid, start: processStart(process.pid), host: hostname(), token: randomUUID() }
    const written = unless('EEXIST', () =>
      writeFileSync(file, JSON.stringify(mine), { flag: 'wx', mode: 0o600 }),
    )
    if (written) return { kind: 'locked', lock: heldLock(file, mine.token) }
    const text = textOf(file)
    if (text === null) continue
    const owner = parseOwner(text)
    if (isAlive(file, owner)) return { kind: 'held', by: nameOf(owner) }
    takeAway(file, text)
  }
}

function heldLock(file: string, token: string): FolderLock {
  const isMine = () => parseOwner(textOf(file) ?? '')?.token === token
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
  // Half a lock is one that is being written, or what a power cut left of it.
  if (owner === null || owner.host !== hostname()) return !isSilent(file)
  return owner.start !== null && owner.start === processStart(owner.pid)
}

function isSilent(file: string): boolean {
  const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  return written === undefined || Date.now() - written > SILENT_MILLISECONDS
}

/**
 * Removes a dead process's lock. Two starters may both have found it dead, and the slower one must not remove
 * the new lock of the faster one: so the file is renamed, which only one can do, and looked at again.
 */
function takeAway(file: string, dead: string): void {
  const aside = `${file}.${randomUUID()}`
  if (!unless('ENOENT', () => renameSync(file, aside))) return
  if (textOf(aside) !== dead) unless('EEXIST', () => copyFileSync(aside, file, constants.COPYFILE_EXCL))
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

const nameOf = (owner: Owner | null) =>
  owner === null
    ? 'another process'
    : `process ${owner.pid}${owner.host === hostname() ? '' : ` on ${owner.host}`}`

function textOf(file: string): string | null {
  let text = ''
  return unless('ENOENT', () => (text = readFileSync(file, 'utf8'))) ? text : null
}

/** Does something, and tells whether it could be done or failed in the one expected way. */
function unless(expected: string, action: () => void): boolean {
  try {
    action()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === expected) return false
    throw error
  }
}
