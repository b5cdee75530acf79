import './set-up/node-20.mjs'
import { join } from 'node:path'
import { runInForeground } from './set-up/child.mjs'
import { installIfNeeded } from './set-up/install.mjs'
import { pinnedNodePath, root } from './set-up/paths.mjs'

// npm test: the bootstrap. The stages and how they are counted are in test.ts.
await installIfNeeded('all')
process.exitCode = await runInForeground(pinnedNodePath, [
  join(root, 'scripts/test.ts'),
  ...process.argv.slice(2),
])
