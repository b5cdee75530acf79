import { join } from 'node:path'
import { build } from '../set-up/build.mjs'
import { runQuietly } from '../set-up/child.mjs'
import { alone } from '../set-up/lock.mjs'
import { ownNode, root, typedRooms } from '../set-up/places.mjs'
import { runPlaywright } from './playwright-stage.ts'
import type { Stage } from './stage.ts'
import { runVitest } from './vitest-stage.ts'

/** What `npm test` runs, the quickest to fail first. */
export const allStages: Stage[] = [
  ...typedRooms.map(room => check(`types of ${room}`, 'typescript/bin/tsc', ['-p', room])),
  check('lint', 'oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']),
  check('format', 'oxfmt/bin/oxfmt', ['--check']),
  check('unused', 'knip/bin/knip.js', ['--no-progress']),
  { name: 'build', needsBrowser: false, run: async () => outcomeOf(await alone(build)) },
  { name: 'vitest', needsBrowser: true, run: runVitest },
  { name: 'playwright', needsBrowser: true, run: runPlaywright },
]

/** A tool that either is content or is not: it counts as one. */
function check(name: string, tool: string, args: string[]): Stage {
  const command = join(root, 'node_modules', tool)
  return {
    name,
    needsBrowser: false,
    run: async () => outcomeOf(await runQuietly(ownNode, [command, ...args])),
  }
}

function outcomeOf({ code, output }: { code: number; output: string }) {
  return code === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output }
}
