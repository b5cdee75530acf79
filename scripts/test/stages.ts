import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runAdvisories } from '../advisories.ts'
import { buildWebApp } from '../set-up/build.mjs'
import { runAndCapture } from '../set-up/child.mjs'
import { withSetUpLock } from '../set-up/lock.mjs'
import { pinnedNodePath, root, TYPESCRIPT_PROJECTS } from '../set-up/paths.mjs'
import type { StageOutcome } from './judge-test-run.ts'
import { runBrowserTests, runEngines, runVitestStage } from './runners.ts'

export type Stage = {
  readonly name: string
  readonly needsBrowser: boolean
  /** If true, the stage runs only with `npm test -- --all`, or if `--only` names it. */
  readonly isOnlyInAll?: boolean
  readonly run: (isAll: boolean) => Promise<StageOutcome>
}

/** Groups of lanes of stages. Groups run one after the other, a group's lanes in parallel, a lane's stages in turn. */
type StageGroups = readonly (readonly (readonly Stage[])[])[]

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
    [{ name: 'vitest', needsBrowser: true, run: runVitestStage }],
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

export const TEST_USAGE = `npm test                        everything that a change can reasonably break
npm test -- --all               that and the rest: all widths, all engines, random stories
npm test -- --only vitest,lint  only these stages
npm test -- --help              this text`

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
