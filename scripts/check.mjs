import './set-up/node-20.mjs'
import { join } from 'node:path'
import { buildIfStale } from './set-up/build.mjs'
import { checkPlan } from './set-up/check-plan.mjs'
import { runInForeground } from './set-up/child.mjs'
import { installIfNeeded } from './set-up/install.mjs'
import { pinnedNodePath, root, TYPESCRIPT_PROJECTS } from './set-up/paths.mjs'

// npm run check -- core/practice/priority.ts: types, lint, format and tests of a file or folder; without one, of
// everything but the browser tests. Types are checked everywhere, because a change here may break a type there.
const tool = (/** @type {string} */ path) => join(root, 'node_modules', path)
const { paths, unitTests, browserTests } = checkPlan(process.argv.slice(2))

await installIfNeeded('all')
if (browserTests.length > 0) await buildIfStale()
const steps = [
  ...TYPESCRIPT_PROJECTS.map(project => [tool('typescript/bin/tsc'), '-p', project]),
  [tool('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings', '--no-error-on-unmatched-pattern', ...paths],
  [tool('oxfmt/bin/oxfmt'), '--check', '--no-error-on-unmatched-pattern', ...paths],
]
if (unitTests !== null) steps.push([tool('vitest/vitest.mjs'), 'run', '--passWithNoTests', ...unitTests])
if (browserTests.length > 0) steps.push([join(root, 'scripts/browser-tests.ts'), ...browserTests])
let failed = 0
for (const step of steps) if ((await runInForeground(pinnedNodePath, step)) !== 0) failed += 1
process.exitCode = failed === 0 ? 0 : 1
