import './set-up/node-20.mjs'
import { buildIfStale, buildServerIfStale } from './set-up/build.mjs'
import { installIfNeeded } from './set-up/install.mjs'
import { printPlainLine } from './set-up/paths.mjs'

// npm run set-up: what npm start does before it serves, for machines on which a service manager starts the server.
await installIfNeeded('start')
await buildIfStale()
await buildServerIfStale()
printPlainLine('Installed and built.')
