import './set-up/node-20.mjs'
import { join } from 'node:path'
import { runInForeground } from './set-up/child.mjs'
import { installWhatIsMissing } from './set-up/install.mjs'
import { ownNode, root } from './set-up/places.mjs'

// npm test: the bootstrap; what is tested, and how it is counted, stands in test.ts.
await installWhatIsMissing()
process.exitCode = await runInForeground(ownNode, [join(root, 'scripts/test.ts'), ...process.argv.slice(2)])
