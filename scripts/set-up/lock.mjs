import { mkdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './places.mjs'

const inThisCheckout = join(root, 'dist/.set-up-lock')
const deadAfterSeconds = 15

/**
 * Runs one piece of setting up while no other process of this checkout does, so that two `npm start` at once neither
 * install nor build over each other. The lock is a folder (making one is atomic) that its holder touches every second;
 * an untouched one belongs to a dead process. A process id would not do: in a container the next process has the same.
 * @template Result
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function alone(work, lock = inThisCheckout) {
  mkdirSync(dirname(lock), { recursive: true })
  while (!take(lock)) await sleep(200)
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
function take(lock) {
  try {
    mkdirSync(lock)
    return true
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
    removeIfDead(lock)
    return false
  }
}

/** @param {string} lock */
function removeIfDead(lock) {
  const touched = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
  if (touched === undefined || Date.now() - touched < deadAfterSeconds * 1000) return
  // Renaming succeeds for one process only, however many wait.
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
