import './set-up/node-20.mjs'
import { join } from 'node:path'
import { buildIfStale, buildServerIfStale } from './set-up/build.mjs'
import { runServerProcess } from './set-up/child.mjs'
import { installIfNeeded } from './set-up/install.mjs'
import { BUILT_SERVER_FOLDER } from './set-up/paths.mjs'

// npm start: installs missing packages, builds what is stale, and starts the server, which migrates its
// database.
await installIfNeeded('start')
await buildIfStale()
await buildServerIfStale()
const isProduction = process.env['NODE_ENV'] === 'production'
const entry = isProduction ? 'main.js' : 'main-with-stand-ins.js'
process.exitCode = await runServerProcess([join(BUILT_SERVER_FOLDER, entry)])
