import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runAdvisories } from '../advisories.ts'
import { buildWebApp } from '../set-up/build.mjs'
import { runAndCapture } from '../set-up/child.mjs'
import { withSetUpLock } from '../set-up/lock.mjs'
import { pinnedNodePath, root, TYPESCRIPT_PROJECTS } from '../set-up/paths.mjs'
import type { StageOutcome } from './count-test-results.ts'
import { runBrowserTests, runEngines, runVitest } from './runners.ts'

/** One step of `npm test`. It reports failed checks in its outcome, and throws only if the step itself cannot run. */
export type Stage = {
  readonly name: string
  readonly needsBrowser: boolean
  /** True for a stage that runs only with `npm test -- --all`, or if `--only` names it. */
  readonly isOnlyInAll?: boolean
  readonly run: (isAll: boolean) => Promise<StageOutcome>
}

/** Groups run one after the other, the lanes of a group at the same time, the stages of a lane one after the other. */
type StageGroups = readonly (readonly (readonly Stage[])[])[]

/** The stages of `npm test`. `engines` runs beside `browser`, which alone would leave a tenth of two cores idle. */
export const TEST_STAGE_GROUPS: StageGroups = [
  [[{ name: 'build', needsBrowser: false, run: async () => outcomeOf(await withSetUpLock(buildWebApp)) }]],
  [
    [
      ...TYPESCRIPT_PROJECTS.map(room => toolStage(`types of ${room}`, 'typescript/bin/tsc', '-p', room)),
      toolStage('lint', 'oxlint/bin/oxlint', '--type-aware', '--deny-warnings'),
      toolStage('format', 'oxfmt/bin/oxfmt', '--check'),
      toolStage('unused', 'knip/bin/knip.js', '--no-progress'),
      { name: 'advisories', needsBrowser: false, isOnlyInAll: true, run: runAdvisories },
    ],
    [{ name: 'vitest', needsBrowser: true, run: runVitest }],
  ],
  [
    [{ name: 'browser', needsBrowser: true, run: runBrowserTests }],
    [{ name: 'engines', needsBrowser: true, isOnlyInAll: true, run: runEngines }],
  ],
]

function toolStage(name: string, tool: string, ...args: string[]): Stage {
  const command = [join(root, 'node_modules', tool), ...args]
  return {
    name,
    needsBrowser: false,
    run: async () => outcomeOf(await runAndCapture(pinnedNodePath, command)),
  }
}

function outcomeOf({ code, output }: { code: number; output: string }): StageOutcome {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output }
}

/** The help text of `npm test`. */
export const TEST_USAGE = `npm test                        everything that a change can reasonably break
npm test -- --all               that and the rest: all widths, all engines, random stories
npm test -- --only vitest,lint  only these stages
npm test -- --help              this text`

/** Parses the arguments of `npm test`. An unknown one is returned as a problem. */
export function parseTestArguments(
  args: readonly string[],
): { isAll: boolean; only: readonly string[] | undefined } | 'help' | { problem: string } {
  const flag = { type: 'boolean', default: false } as const
  try {
    const options = { all: flag, only: { type: 'string' }, help: { ...flag, short: 'h' } } as const
    const { values } = parseArgs({ args: [...args], options })
    return values.help ? 'help' : { isAll: values.all, only: values.only?.split(',') }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * Returns the stages to run, grouped like `groups`. `unknown` lists the requested names that match no stage. The name
 * "types" also matches "types of core".
 *
 * @param only the requested names, or undefined for the usual stages
 */
export function chooseStages(
  groups: StageGroups,
  isAll: boolean,
  only: readonly string[] | undefined,
): { chosen: Stage[][][]; unknown: string[] } {
  const isNamed = ({ name }: Stage, wanted: string) => name === wanted || name.startsWith(`${wanted} of `)
  const isChosen = (stage: Stage) =>
    only === undefined ? isAll || stage.isOnlyInAll !== true : only.some(wanted => isNamed(stage, wanted))
  const chosen = groups.map(lanes => lanes.map(stages => stages.filter(isChosen)))
  const unknown = (only ?? []).filter(wanted => !groups.flat(2).some(stage => isNamed(stage, wanted)))
  return { chosen, unknown }
}
