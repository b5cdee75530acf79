import { mkdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './paths.mjs'

const LOCK_FOLDER = join(root, 'dist/.set-up-lock')
const STALE_AFTER_MILLISECONDS = 15_000

/**
 * Runs `work` while other processes of this checkout that call this function wait. A lock that was not renewed for
 * 15 s is removed. Its process id would prove nothing: in a container the next process can have the same id.
 * @template Result
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withSetUpLock(work, lock = LOCK_FOLDER) {
  mkdirSync(dirname(lock), { recursive: true })
  while (!succeeds(() => mkdirSync(lock), 'EEXIST')) {
    const touched = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    const dead = `${lock}-${process.pid}`
    // Renaming succeeds for one process only.
    if (Date.now() - touched > STALE_AFTER_MILLISECONDS && succeeds(() => renameSync(lock, dead), 'ENOENT'))
      rmSync(dead, { recursive: true, force: true })
    else await sleep(200)
  }
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

/** @type {(step: () => void, expectedErrorCode: string) => boolean} */
function succeeds(step, expectedErrorCode) {
  try {
    step()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === expectedErrorCode) return false
    throw error
  }
}
