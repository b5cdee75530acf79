import { join } from 'node:path'
import { buildWebApp } from '../set-up/build.mjs'
import { runQuietly } from '../set-up/child.mjs'
import { withSetUpLock } from '../set-up/lock.mjs'
import { pinnedNode, root, TYPESCRIPT_PROJECTS } from '../set-up/paths.mjs'
import { runAdvisories } from './advisories-stage.ts'
import { runEngines } from './engines-stage.ts'
import { runPlaywright } from './playwright-stage.ts'
import type { Stage } from './stage.ts'
import { runVitest } from './vitest-stage.ts'

/**
 * The stages of `npm test`. Groups run one after the other. A group consists of lanes, which run concurrently; a lane
 * is a list of stages that run one after the other. Browser tests run alone because they measure times.
 */
export const stageGroups: readonly (readonly (readonly Stage[])[])[] = [
  [[{ name: 'build', needsBrowser: false, run: async () => outcomeOf(await withSetUpLock(buildWebApp)) }]],
  [
    [
      ...TYPESCRIPT_PROJECTS.map(room => toolStage(`types of ${room}`, 'typescript/bin/tsc', ['-p', room])),
      toolStage('lint', 'oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']),
      toolStage('format', 'oxfmt/bin/oxfmt', ['--check']),
      toolStage('unused', 'knip/bin/knip.js', ['--no-progress']),
      { name: 'advisories', needsBrowser: false, isOnlyInAll: true, run: runAdvisories },
    ],
    [{ name: 'vitest', needsBrowser: true, run: runVitest }],
  ],
  [[{ name: 'browser', needsBrowser: true, run: runPlaywright }]],
  [[{ name: 'engines', needsBrowser: true, isOnlyInAll: true, run: runEngines }]],
]

/** Creates a stage for a tool that passes or fails as a whole. */
function toolStage(name: string, tool: string, args: string[]): Stage {
  const command = join(root, 'node_modules', tool)
  return {
    name,
    needsBrowser: false,
    run: async () => outcomeOf(await runQuietly(pinnedNode, [command, ...args])),
  }
}

function outcomeOf({ code, output }: { code: number; output: string }) {
  return code === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output }
}
