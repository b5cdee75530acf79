import { mkdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './paths.mjs'

const LOCK_FOLDER = join(root, 'dist/.set-up-lock')
const staleAfterSeconds = 15

/**
 * Runs `work` and returns its result. Other processes of this checkout that call this function wait meanwhile, so that
 * two `npm start` do not install or build at the same time. A lock whose process has ended without releasing it is
 * removed after 15 seconds. This is judged by the time and not by a process id, because in a container the next
 * process can have the same id.
 * @template Result
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withSetUpLock(work, lock = LOCK_FOLDER) {
  mkdirSync(dirname(lock), { recursive: true })
  while (!acquireLock(lock)) await sleep(200)
  const release = () => rmSync(lock, { recursive: true, force: true })
  const heartbeat = setInterval(() => utimesSync(lock, new Date(), new Date()), 1000)
  process.once('exit', release)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    process.off('exit', release)
    release()
  }
}

/** @param {string} lock */
function acquireLock(lock) {
  try {
    mkdirSync(lock)
    return true
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
    removeIfStale(lock)
    return false
  }
}

/** @param {string} lock */
function removeIfStale(lock) {
  const touched = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
  if (touched === undefined || Date.now() - touched < staleAfterSeconds * 1000) return
  // Renaming succeeds for one process only.
  const dead = `${lock}-${process.pid}`
  try {
    renameSync(lock, dead)
    rmSync(dead, { recursive: true, force: true })
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function hasCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code
}
