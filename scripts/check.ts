import { join } from 'node:path'
import { buildIfStale } from './set-up/build.mjs'
import { runInForeground } from './set-up/child.mjs'
import { pinnedNodePath, root, TYPESCRIPT_PROJECTS } from './set-up/paths.mjs'

function checkPlan(args: readonly string[]) {
  const paths = args.filter(arg => !arg.startsWith('--'))
  const browserTests = paths.filter(path => path.endsWith('.spec.ts') || /^(\.\/)?e2e(\/[^.]*)?$/.test(path))
  const others = paths.filter(path => !browserTests.includes(path))
  // Vitest finds the tests of priority.ts by the name without its ending.
  const patterns = others.map(path => path.replace(/(\.test)?\.tsx?$/, ''))
  if (browserTests.length === 0) return { paths, unitTests: patterns, browserTests }
  const options = args.filter(arg => arg.startsWith('--'))
  const unitTests = others.length === 0 ? null : patterns
  return { paths, unitTests, browserTests: [...browserTests, ...options] }
}

// npm run check -- core/practice/priority.ts: types, lint, format and tests of a file or folder; without one, of
// everything but the browser tests. Types are checked everywhere, because a change here may break a type there.
async function main() {
  const { paths, unitTests, browserTests } = checkPlan(process.argv.slice(2))
  const tool = (path: string, ...args: string[]) => [join(root, 'node_modules', path), ...args]
  if (browserTests.length > 0) await buildIfStale()
  const steps = [
    ...TYPESCRIPT_PROJECTS.map(project => tool('typescript/bin/tsc', '-p', project)),
    tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings', '--no-error-on-unmatched-pattern', ...paths),
    tool('oxfmt/bin/oxfmt', '--check', '--no-error-on-unmatched-pattern', ...paths),
  ]
  if (unitTests !== null) steps.push(tool('vitest/vitest.mjs', 'run', '--passWithNoTests', ...unitTests))
  if (browserTests.length > 0) steps.push([join(root, 'scripts/browser-tests.ts'), ...browserTests])
  for (const step of steps) if ((await runInForeground(pinnedNodePath, step)) !== 0) process.exitCode = 1
}

await main()
