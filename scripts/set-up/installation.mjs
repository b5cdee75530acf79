import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether a checkout holds every package its lockfile names: `{ kind: 'complete' }` or `{ kind: 'incomplete', because }`.
 *
 * A stamp answers at once. Without one, what npm itself noted in node_modules is compared with the lockfile, so that
 * somebody who ran `npm ci` or `npm install` by hand is not made to wait for a second installation.
 * @param {string} root
 * @returns {{ kind: 'complete' } | { kind: 'incomplete', because: string }}
 */
export function stateOfInstallation(root) {
  if (!existsSync(join(root, 'node_modules/node/bin'))) return incomplete('nothing is installed')
  if (read(stampFile(root)) === stampOf(root)) return { kind: 'complete' }

  // npm writes its note last, so without one an installation was interrupted.
  const installed = lockfileAt(join(root, 'node_modules/.package-lock.json'))?.packages
  if (installed === undefined) return incomplete('an installation was interrupted')
  const wanted = lockfileAt(join(root, 'package-lock.json'))?.packages ?? {}
  for (const [path, { version, optional }] of Object.entries(wanted)) {
    // The checkout itself, and what npm leaves out because it was made for another machine.
    if (path === '' || (optional && !installed[path])) continue
    if (installed[path]?.version !== version) return incomplete(`${path} ${version} is missing`)
  }
  return { kind: 'complete' }
}

/**
 * Notes that this lockfile is installed, so that the next start need not compare.
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
 * The machine is part of it: packages with native code do not travel with a copied folder.
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
