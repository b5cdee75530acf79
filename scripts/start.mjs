import './set-up/node-20.mjs'
import { buildIfStale } from './set-up/build.mjs'
import { runServerProcess } from './set-up/child.mjs'
import { installIfNeeded } from './set-up/install.mjs'
import { DEVELOPMENT_ENTRY, PRODUCTION_ENTRY } from './set-up/paths.mjs'

// npm start: installs missing packages, builds the web app if it is stale, and starts the server, which migrates its
// database.
await installIfNeeded()
await buildIfStale()
const isProduction = process.env['NODE_ENV'] === 'production'
process.exitCode = await runServerProcess([isProduction ? PRODUCTION_ENTRY : DEVELOPMENT_ENTRY])
