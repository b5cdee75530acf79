import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { runQuietly } from './child.mjs'
import { keepEarlierBuilds } from './earlier-builds.mjs'
import { fingerprintOf } from './fingerprint.mjs'
import { alone } from './lock.mjs'
import { builtWeb, ownNode, root } from './places.mjs'
import { giveUp, say } from './say.mjs'

// Everything that can change what the browser gets. Tests cannot.
const inputs = ['web', 'core', 'locales', 'package.json', 'package-lock.json', 'tsconfig.base.json']
const fingerprint = () => fingerprintOf(root, inputs, path => /\.test\.tsx?$/.test(path))
const stampName = '.built-from'

/** Builds the screens into dist/web unless they are built from exactly these sources. Ends the process if that fails. */
export async function buildWhatIsStale() {
  if (!isStale()) return
  const { code, output } = await alone(async () => {
    // Another process may have built while this one waited.
    if (!isStale()) return { code: 0, output: '' }
    say('Building the screens …')
    return build()
  })
  if (code !== 0) giveUp(output, 'The screens could not be built; Vite says why above.')
}

/** Builds the screens whatever stands there. Gives Vite's exit code and output. To be called inside `alone`. */
export async function build() {
  const builtFrom = fingerprint()
  // Beside its place first: a server that starts meanwhile finds the old screens or the new, never half of them.
  const beside = `${builtWeb}-${process.pid}`
  mkdirSync(dirname(builtWeb), { recursive: true })
  // Vite's root is web/, and plugins may know only a folder relative to it.
  const outDir = relative(join(root, 'web'), beside)
  const vite = [join(root, 'node_modules/vite/bin/vite.js'), 'build', 'web']
  // Whatever NODE_ENV the caller has (tests have 'test'): only 'production' leaves out React's development half.
  const result = await runQuietly(
    ownNode,
    [...vite, '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'],
    {
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  if (result.code === 0) {
    writeFileSync(join(beside, stampName), builtFrom)
    keepEarlierBuilds(builtWeb, beside)
    rmSync(builtWeb, { recursive: true, force: true })
    renameSync(beside, builtWeb)
  }
  rmSync(beside, { recursive: true, force: true })
  return result
}

function isStale() {
  const stamp = join(builtWeb, stampName)
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint()
}
