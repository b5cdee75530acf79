import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { runQuietly } from './child.mjs'
import { copyEarlierBuilds } from './earlier-builds.mjs'
import { contentHash } from './fingerprint.mjs'
import { withSetUpLock } from './lock.mjs'
import { BUILT_WEB_FOLDER, pinnedNodePath, root } from './paths.mjs'
import { exitWithOutput, printPlainLine } from './print-line.mjs'

// Everything that can change the build. Tests cannot.
const inputs = ['web', 'core', 'locales', 'package.json', 'package-lock.json', 'tsconfig.base.json']
const fingerprint = () => contentHash(root, inputs, path => /\.test\.tsx?$/.test(path))
const stampName = '.built-from'

/**
 * Builds the web app into dist/web unless the build there has the same sources. Exits the process if the build fails.
 */
export async function buildIfStale() {
  if (!isStale()) return
  const { code, output } = await withSetUpLock(async () => {
    // Another process may have built while this one waited for the lock.
    if (!isStale()) return { code: 0, output: '' }
    printPlainLine('Building the screens …')
    return buildWebApp()
  })
  if (code !== 0) exitWithOutput(output, 'The screens could not be built; Vite says why above.')
}

/**
 * Builds the web app, even if it is up to date. Returns Vite's exit code and output. Call it inside `withSetUpLock`.
 */
export async function buildWebApp() {
  const builtFrom = fingerprint()
  // Builds into a folder beside it first, so that a server that starts meanwhile finds a complete old or new build.
  const beside = `${BUILT_WEB_FOLDER}-${process.pid}`
  mkdirSync(dirname(BUILT_WEB_FOLDER), { recursive: true })
  // Vite's root is web/, and plugins may support only a folder relative to it.
  const outDir = relative(join(root, 'web'), beside)
  const vite = [join(root, 'node_modules/vite/bin/vite.js'), 'build', 'web']
  // Sets NODE_ENV, because only 'production' removes React's development code and tests run with 'test'.
  const result = await runQuietly(
    pinnedNodePath,
    [...vite, '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'],
    {
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  if (result.code === 0) {
    writeFileSync(join(beside, stampName), builtFrom)
    copyEarlierBuilds(BUILT_WEB_FOLDER, beside)
    rmSync(BUILT_WEB_FOLDER, { recursive: true, force: true })
    renameSync(beside, BUILT_WEB_FOLDER)
  }
  rmSync(beside, { recursive: true, force: true })
  return result
}

function isStale() {
  const stamp = join(BUILT_WEB_FOLDER, stampName)
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint()
}
