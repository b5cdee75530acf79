import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { runAndCapture } from './child.mjs'
import { copyEarlierBuilds } from './earlier-builds.mjs'
import { withSetUpLock } from './lock.mjs'
import {
  BUILT_SERVER_FOLDER,
  BUILT_WEB_FOLDER,
  exitWithOutput,
  pinnedNodePath,
  printPlainLine,
  root,
} from './paths.mjs'

const COMMON = ['core', 'package.json', 'package-lock.json', 'tsconfig.base.json']
const WEB = {
  name: 'screens',
  config: 'web',
  folder: BUILT_WEB_FOLDER,
  inputs: ['web', 'locales', ...COMMON],
}
const SERVER = {
  name: 'server',
  config: 'server',
  folder: BUILT_SERVER_FOLDER,
  inputs: ['server', 'stand-ins', ...COMMON],
}
const STAMP = '.built-from'

/** Builds the web app if it is missing or out of date. Exits the process if the build fails. */
export const buildIfStale = () => buildProgramIfStale(WEB)

export const buildServerIfStale = () => buildProgramIfStale(SERVER)

/** Always builds. Returns Vite's exit code and output. Call it inside `withSetUpLock`, or builds may overlap. */
export const buildWebApp = () => runBuild(WEB)

/** @param {typeof WEB} build */
async function buildProgramIfStale(build) {
  if (!isStale(build)) return
  const { code, output } = await withSetUpLock(async () => {
    // Another process may have built while this one waited for the lock.
    if (!isStale(build)) return { code: 0, output: '' }
    printPlainLine(`Building the ${build.name} …`)
    return runBuild(build)
  })
  if (code !== 0) exitWithOutput(output, `The ${build.name} could not be built; Vite says why above.`)
}

/** @param {typeof WEB} build */
async function runBuild({ config, folder, inputs }) {
  const builtFrom = fingerprint(inputs)
  // Builds into a folder beside it first, so that a server that starts meanwhile finds a complete old or new build.
  const beside = `${folder}-${process.pid}`
  mkdirSync(dirname(folder), { recursive: true })
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  // Vite's root is the folder of its configuration, and plugins may support only a folder relative to it.
  const outDir = relative(join(root, config), beside)
  // Sets NODE_ENV, because only 'production' removes React's development code and tests run with 'test'.
  const result = await runAndCapture(
    pinnedNodePath,
    [vite, 'build', config, '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'],
    { env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (result.code === 0) {
    writeFileSync(join(beside, STAMP), builtFrom)
    copyEarlierBuilds(folder, beside)
    rmSync(folder, { recursive: true, force: true })
    renameSync(beside, folder)
  }
  rmSync(beside, { recursive: true, force: true })
  return result
}

/** @param {typeof WEB} build */
function isStale({ folder, inputs }) {
  const stamp = join(folder, STAMP)
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint(inputs)
}

/** @param {string[]} inputs */
const fingerprint = inputs => contentHash(root, inputs, path => /\.test\.tsx?$/.test(path))

/** @type {(folder: string, places: string[], isExcluded: (path: string) => boolean) => string} */
function contentHash(folder, places, isExcluded) {
  const hash = createHash('sha256')
  for (const path of places.flatMap(place => filesBelow(folder, place)).toSorted()) {
    if (isExcluded(path)) continue
    const content = readFileSync(join(folder, path))
    hash.update(`${path} ${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/** @type {(folder: string, place: string) => string[]} */
function filesBelow(folder, place) {
  const stat = statSync(join(folder, place), { throwIfNoEntry: false })
  if (stat === undefined) return []
  if (!stat.isDirectory()) return [place]
  return readdirSync(join(folder, place)).flatMap(name => filesBelow(folder, `${place}/${name}`))
}
