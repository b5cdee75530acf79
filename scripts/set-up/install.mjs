import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { environmentWithoutNpmPath, runQuietly } from './child.mjs'
import { stampInstallation, checkInstallation } from './installation.mjs'
import { withSetUpLock } from './lock.mjs'
import { pinnedNodePath, root } from './paths.mjs'
import { exitWithOutput, printPlainLine } from './print-line.mjs'

/**
 * Installs exactly the packages of package-lock.json unless they are already installed: all, or only what a start needs.
 * If the installation fails, prints npm's output and exits the process.
 * @param {import('./installation.mjs').Extent} extent
 */
export async function installIfNeeded(extent) {
  if (checkInstallation(root, extent).kind === 'incomplete') await withSetUpLock(() => install(extent))
  try {
    stampInstallation(root, extent)
  } catch {
    // In a read-only checkout the stamp cannot be written. Then every start takes some milliseconds longer.
  }
}

/** @param {import('./installation.mjs').Extent} extent */
async function install(extent) {
  // Another process may have installed while this one waited for the lock.
  if (checkInstallation(root, extent).kind === 'complete') return
  printPlainLine('Installing the packages (once, about a minute) …')
  // npm removes what it is told to omit, so that a start would undo what a test has installed.
  const withDevelopment = extent === 'all' || existsSync(join(root, 'node_modules/@playwright/test'))
  const { code, output } = await npmInstall(withDevelopment ? '--include=dev' : '--omit=dev')
  if (code !== 0)
    exitWithOutput(
      output,
      `The packages could not be installed (npm ended with ${code}); npm says why above.`,
    )
  const test = await runQuietly(pinnedNodePath, ['--version'])
  if (test.code !== 0)
    exitWithOutput(test.output, `The package "node" was installed, but ${pinnedNodePath} does not run here.`)
}

// Not `npm ci`, because it refuses a lockfile without the packages of every platform (docs/decisions/0004). With
// --no-save, `npm install` takes the versions from the lockfile and changes neither it nor package.json. npm's warnings
// are hidden because they concern transitive packages and a Node version that is not used.
const npm = ['install', '--no-save', '--loglevel=error', '--no-fund', '--no-audit', '--no-progress']

/** @param {'--include=dev' | '--omit=dev'} development NODE_ENV decides otherwise */
async function npmInstall(development) {
  // npm waits forever for a stalled download. A second try continues with what has already arrived.
  for (const minutes of [5, 10]) {
    // npm must not run on the Node that it may replace, so node_modules/.bin is not on its PATH.
    const result = await runQuietly('npm', [...npm, development], {
      env: environmentWithoutNpmPath(),
      minutes,
    })
    if (result.code !== 124) return result
    printPlainLine('That takes long; trying again …')
  }
  return { code: 124, output: 'npm was stopped: its downloads did not come to an end.' }
}
