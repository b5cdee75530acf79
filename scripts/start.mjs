import './set-up/node-20.mjs'
import { join } from 'node:path'
import { buildWhatIsStale } from './set-up/build.mjs'
import { runServer } from './set-up/child.mjs'
import { installWhatIsMissing } from './set-up/install.mjs'
import { root } from './set-up/places.mjs'

// npm start: installs what is missing, builds what is stale, and serves; the server migrates its own database.
await installWhatIsMissing()
await buildWhatIsStale()
process.exitCode = await runServer([join(root, 'server/main.ts')])
