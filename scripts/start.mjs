import './set-up/node-20.mjs'
import { join } from 'node:path'
import { buildWhatIsStale } from './set-up/build.mjs'
import { runInForeground } from './set-up/child.mjs'
import { installWhatIsMissing } from './set-up/install.mjs'
import { ownNode, root } from './set-up/places.mjs'

// npm start: installs what is missing, builds what is stale, and serves; the server migrates its own database.
await installWhatIsMissing()
await buildWhatIsStale()
const server = [join(root, 'server/main.ts'), ...process.argv.slice(2)]
process.exitCode = await runInForeground(ownNode, [
  '--import',
  join(root, 'scripts/set-up/stop-with-parent.mjs'),
  ...server,
])
