import './set-up/node-20.mjs'
import { join } from 'node:path'
import { runInForeground } from './set-up/child.mjs'
import { installWhatIsMissing } from './set-up/install.mjs'
import { ownNode, root, typedRooms } from './set-up/places.mjs'

// npm run check -- core/priority.ts: what to run while at work on a file or folder; without one, on everything.
// Types are checked whole, because a change here may break a type there.
const paths = process.argv.slice(2)
const tool = (/** @type {string} */ path) => join(root, 'node_modules', path)

await installWhatIsMissing()
const steps = [
  ...typedRooms.map(room => [tool('typescript/bin/tsc'), '-p', room]),
  [tool('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings', '--no-error-on-unmatched-pattern', ...paths],
  [tool('oxfmt/bin/oxfmt'), '--check', '--no-error-on-unmatched-pattern', ...paths],
  // Vitest finds the tests of priority.ts by the name without its ending.
  [
    tool('vitest/vitest.mjs'),
    'run',
    '--passWithNoTests',
    ...paths.map(path => path.replace(/(\.test)?\.tsx?$/, '')),
  ],
]
let failed = 0
for (const step of steps) if ((await runInForeground(ownNode, step)) !== 0) failed += 1
process.exitCode = failed === 0 ? 0 : 1
