import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root folder of the checkout. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The Node 24 of the package `node`. Always run this file and never `node` from the PATH, which may be any version from
 * 20.
 */
export const pinnedNode = join(
  root,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/** The folders with a tsconfig.json. `npm run types` names them, too. */
export const TYPESCRIPT_PROJECTS = ['core', 'server', 'web', 'web/src/service-worker', 'tests']

/** The folder of the built web app, which the server serves. */
export const BUILT_WEB_FOLDER = join(root, 'dist/web')

/** The entry point of the production server. */
export const PRODUCTION_ENTRY = join(root, 'server/main.ts')

/** The same server with local stand-ins for external services. */
export const DEVELOPMENT_ENTRY = join(root, 'stand-ins/main.ts')
