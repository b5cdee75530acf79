import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Checks whether every package of package-lock.json is installed.
 *
 * If a stamp file says so, the packages are not compared. Without one, npm's own record in node_modules is compared
 * with the lockfile, so that nothing is installed a second time after a manual `npm ci` or `npm install`.
 * @param {string} root
 * @returns {{ kind: 'complete' } | { kind: 'incomplete', because: string }}
 */
export function checkInstallation(root) {
  if (!existsSync(join(root, 'node_modules/node/bin'))) return incomplete('nothing is installed')
  if (read(stampFile(root)) === stampOf(root)) return { kind: 'complete' }

  // npm writes its record last, so an installation without one was interrupted.
  const installed = lockfileAt(join(root, 'node_modules/.package-lock.json'))?.packages
  if (installed === undefined) return incomplete('an installation was interrupted')
  const wanted = lockfileAt(join(root, 'package-lock.json'))?.packages ?? {}
  for (const [path, { version, optional }] of Object.entries(wanted)) {
    // Skips the checkout itself and packages for other platforms.
    if (path === '' || (optional && !installed[path])) continue
    if (installed[path]?.version !== version) return incomplete(`${path} ${version} is missing`)
  }
  return { kind: 'complete' }
}

/**
 * Writes the stamp file which says that this package-lock.json is installed, so that the next check is fast. Throws if
 * node_modules is read-only.
 * @param {string} root
 */
export function stampInstallation(root) {
  if (read(stampFile(root)) !== stampOf(root)) writeFileSync(stampFile(root), stampOf(root))
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
 */
function stampOf(root) {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`
}

/**
 * @param {string} path
 * @returns {{ packages: Record<string, { version?: string, optional?: boolean }> } | null}
 */
function lockfileAt(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

/** @param {string} path */
function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}
