import './set-up/node-20.mjs'
import { resolve } from 'node:path'
import { runInForeground } from './set-up/child.mjs'
import { installWhatIsMissing } from './set-up/install.mjs'
import { ownNode, root } from './set-up/places.mjs'

// node scripts/run.mjs FILE …: a file of ours on our own Node, also as the first thing done with a checkout.
const [file = '', ...rest] = process.argv.slice(2)
await installWhatIsMissing()
process.exitCode = await runInForeground(ownNode, [resolve(root, file), ...rest])
