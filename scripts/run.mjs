import './set-up/node-20.mjs'
import { resolve } from 'node:path'
import { runInForeground } from './set-up/child.mjs'
import { installIfNeeded } from './set-up/install.mjs'
import { pinnedNodePath, root } from './set-up/paths.mjs'

// node scripts/run.mjs FILE …: runs one of our files on our own Node, even in a fresh checkout.
const [file = '', ...rest] = process.argv.slice(2)
// What an operator runs needs no package for developing.
await installIfNeeded(file.startsWith('server/') ? 'start' : 'all')
process.exitCode = await runInForeground(pinnedNodePath, [resolve(root, file), ...rest])
