import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the checkout, wherever it lies and whoever calls. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The Node 24 that the package `node` brings. Always run this file by name, never `node` from the PATH:
 * the machine's own may be any version from 20.
 */
export const ownNode = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** The rooms, as the compiler knows them: one tsconfig.json in each. `npm run types` names them, too. */
export const typedRooms = ['core', 'server', 'web', 'web/src/service-worker', 'tests']

/** Where the built screens lie; the server serves this folder. */
export const builtWeb = join(root, 'dist/web')
