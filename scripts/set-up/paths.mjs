import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Node 24 from the npm package `node`. Never run the `node` of the PATH, which may be any version from 20. */
export const pinnedNodePath = join(
  root,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/** The folders with a tsconfig.json. The npm script `types` must list the same folders. */
export const TYPESCRIPT_PROJECTS = ['core', 'server', 'web', 'web/src/service-worker', 'tests']

export const BUILT_WEB_FOLDER = join(root, 'dist/web')

export const CACHE_FOLDER = join(root, 'node_modules/.cache/dacapo')

export const BUILT_SERVER_FOLDER = join(root, 'dist/server')

/** @param {string} line */
export function printPlainLine(line) {
  process.stdout.write(`${line}\n`)
}

/** @type {(output: string, sentence: string) => never} */
export function exitWithOutput(output, sentence) {
  process.stderr.write(`${output.trimEnd()}\n\n${sentence}\n`)
  process.exit(1)
}
