import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The absolute path of the checkout's root folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Path of the Node 24 executable that the npm package `node` contains. Always run this executable and never `node`
 * from the PATH, which may be any version from 20.
 */
export const pinnedNodePath = join(
  root,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/** The folders with a tsconfig.json, relative to the root. The npm script `types` lists the same folders. */
export const TYPESCRIPT_PROJECTS = ['core', 'server', 'web', 'web/src/service-worker', 'tests']

/** Path of the folder with the built web app, which the server serves. */
export const BUILT_WEB_FOLDER = join(root, 'dist/web')

/** Path of the folder for what tests and benches keep from one run to the next. It may be deleted at any time. */
export const CACHE_FOLDER = join(root, 'node_modules/.cache/dacapo')

/** Path of the folder with the bundled server, which `npm start` and the image run. */
export const BUILT_SERVER_FOLDER = join(root, 'dist/server')

/** @param {string} line */
export function printPlainLine(line) {
  process.stdout.write(`${line}\n`)
}

/**
 * Prints the output of a failed step and a sentence that explains it to standard error, then exits with code 1.
 * @param {string} output
 * @param {string} sentence
 * @returns {never}
 */
export function exitWithOutput(output, sentence) {
  process.stderr.write(`${output.trimEnd()}\n\n${sentence}\n`)
  process.exit(1)
}
