import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Which packages are needed: those without which no server starts and no screen is built, or those for developing, too.
 * @typedef {'start' | 'all'} Extent
 */

/**
 * Checks whether every needed package of package-lock.json is installed.
 *
 * If a stamp file says so, the packages are not compared. Without one, npm's own record in node_modules is compared
 * with the lockfile, so that nothing is installed a second time after a manual `npm ci` or `npm install`.
 * @param {string} root
 * @param {Extent} extent
 * @returns {{ kind: 'complete' } | { kind: 'incomplete', because: string }}
 */
export function checkInstallation(root, extent) {
  if (!existsSync(join(root, 'node_modules/node/bin'))) return incomplete('nothing is installed')
  if (isStamped(root, extent)) return { kind: 'complete' }

  // npm writes its record last, so an installation without one was interrupted.
  const installed = lockfileAt(join(root, 'node_modules/.package-lock.json'))?.packages
  if (installed === undefined) return incomplete('an installation was interrupted')
  const wanted = lockfileAt(join(root, 'package-lock.json'))?.packages ?? {}
  for (const [path, { version, optional, dev, devOptional }] of Object.entries(wanted)) {
    // Skips the checkout itself, packages for other platforms, and those that this extent may leave out.
    const isLeftOut = optional || (extent === 'start' && (dev || devOptional))
    if (path === '' || (isLeftOut && !installed[path])) continue
    if (installed[path]?.version !== version) return incomplete(`${path} ${version} is missing`)
  }
  return { kind: 'complete' }
}

/**
 * Writes the stamp file which says that this package-lock.json is installed, so that the next check is fast. Throws if
 * node_modules is read-only.
 * @param {string} root
 * @param {Extent} extent
 */
export function stampInstallation(root, extent) {
  if (!isStamped(root, extent)) writeFileSync(stampFile(root), stampOf(root, extent))
}

/**
 * @param {string} root
 * @param {Extent} extent
 */
function isStamped(root, extent) {
  const stamp = read(stampFile(root))
  return stamp === stampOf(root, 'all') || stamp === stampOf(root, extent)
}

/**
 * @param {string} because
 * @returns {{ kind: 'incomplete', because: string }}
 */
const incomplete = because => ({ kind: 'incomplete', because })

/** @param {string} root */
const stampFile = root => join(root, 'node_modules/.dacapo-installed')

/**
 * The platform is part of the stamp because packages with native code cannot be copied to another machine.
 * @param {string} root
 * @param {Extent} extent
 */
function stampOf(root, extent) {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch} ${extent}\n`
}

/**
 * @param {string} path
 * @returns {{ packages: Record<string, { version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }> } | null}
 */
function lockfileAt(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

/** @param {string} path */
function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}
