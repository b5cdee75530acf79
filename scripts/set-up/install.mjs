import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environmentWithoutNpmPath, runAndCapture } from './child.mjs'
import { withSetUpLock } from './lock.mjs'
import { exitWithOutput, pinnedNodePath, printPlainLine, root } from './paths.mjs'

/**
 * 'start': the packages for running the server and building the web app. 'all': those for development, too.
 * @typedef {'start' | 'all'} Extent
 */

/**
 * Installs the versions of package-lock.json unless they are installed. Exits the process if npm fails.
 * @param {Extent} extent
 */
export async function installIfNeeded(extent) {
  if (!isInstalled(root, extent)) await withSetUpLock(() => install(extent))
  try {
    stampInstallation(root, extent)
  } catch {
    // In a read-only checkout the stamp cannot be written. Then every start takes some milliseconds longer.
  }
}

/** @param {Extent} extent */
async function install(extent) {
  // Another process may have installed while this one waited for the lock.
  if (isInstalled(root, extent)) return
  printPlainLine('Installing the packages (once, about a minute) …')
  // npm removes what it is told to omit, so that a start would undo what a test has installed.
  const withDevelopment = extent === 'all' || existsSync(join(root, 'node_modules/@playwright/test'))
  const { code, output } = await npmInstall(withDevelopment ? '--include=dev' : '--omit=dev')
  if (code !== 0) exitWithOutput(output, `The packages could not be installed (npm ended with ${code}).`)
  const test = await runAndCapture(pinnedNodePath, ['--version'])
  if (test.code !== 0)
    exitWithOutput(test.output, `The package "node" was installed, but ${pinnedNodePath} does not run here.`)
}

// Not `npm ci`, because it refuses a lockfile without the packages of every platform (docs/decisions/0004). With
// --no-save, `npm install` takes the versions from the lockfile and changes neither it nor package.json. npm's warnings
// are hidden because they concern transitive packages and a Node version that is not used.
const npm = ['install', '--no-save', '--loglevel=error', '--no-fund', '--no-audit', '--no-progress']

/** @param {'--include=dev' | '--omit=dev'} development the flag; without it, NODE_ENV would decide */
async function npmInstall(development) {
  // npm must not run on the Node that it may replace, so node_modules/.bin is not on its PATH.
  const env = environmentWithoutNpmPath()
  // npm waits forever for a stalled download. A second try continues with what has already arrived.
  const result = await runAndCapture('npm', [...npm, development], { env, minutes: 5 })
  if (result.code !== 124) return result
  printPlainLine('That takes long; trying again …')
  return runAndCapture('npm', [...npm, development], { env, minutes: 10 })
}

/**
 * Without a stamp file, npm's own record decides, so that nothing is installed again after a manual `npm ci`.
 * @type {(folder: string, extent: Extent) => boolean}
 */
function isInstalled(folder, extent) {
  if (!existsSync(join(folder, 'node_modules/node/bin'))) return false
  if (isStamped(folder, extent)) return true
  // npm writes its record last, so an installation without one was interrupted.
  const record = join(folder, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const [installed, wanted] = [packagesOf(record), packagesOf(join(folder, 'package-lock.json'))]
  return Object.entries(wanted).every(([path, { version, optional, dev, devOptional }]) => {
    // Skips the checkout itself, packages for other platforms, and those that this extent may leave out.
    const mayLack = optional || (extent === 'start' && (dev || devOptional))
    return path === '' || installed[path]?.version === version || (mayLack && !installed[path])
  })
}

/** @type {(folder: string, extent: Extent) => void} */
function stampInstallation(folder, extent) {
  if (!isStamped(folder, extent)) writeFileSync(stampFile(folder), stampOf(folder, extent))
}

/** @type {(folder: string, extent: Extent) => boolean} */
function isStamped(folder, extent) {
  const stamp = existsSync(stampFile(folder)) ? readFileSync(stampFile(folder), 'utf8') : null
  return stamp === stampOf(folder, 'all') || stamp === stampOf(folder, extent)
}

/** @param {string} folder */
const stampFile = folder => join(folder, 'node_modules/.dacapo-installed')

/** @type {(folder: string, extent: Extent) => string} */
function stampOf(folder, extent) {
  const lock = readFileSync(join(folder, 'package-lock.json'))
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch} ${extent}\n`
}

/** @type {(path: string) => Record<string, { version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }>} */
const packagesOf = path => JSON.parse(readFileSync(path, 'utf8')).packages
