import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'

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
