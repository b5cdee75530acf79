import { join } from 'node:path'
import { runQuietly } from '../set-up/child.mjs'
import { pinnedNodePath, root } from '../set-up/paths.mjs'
import type { StageOutcome } from './stage.ts'

/** The exit code of npm run advisories if nobody could be asked. */
const NOT_LOOKED_UP = 69

/**
 * Runs `npm run advisories`, which looks up known security advisories against the pinned package versions (rule TL42).
 */
export const runAdvisories = async (): Promise<StageOutcome> =>
  advisoriesOutcome(await runQuietly(pinnedNodePath, [join(root, 'scripts/advisories.ts')]))

/**
 * Converts exit code and output of `npm run advisories` to the outcome of a stage. If the advisories could not be
 * looked up, the stage counts as skipped, with the reason.
 */
export function advisoriesOutcome({ code, output }: { code: number; output: string }): StageOutcome {
  if (code === 0) return { passed: 1, failed: 0, output }
  if (code !== NOT_LOOKED_UP) return { passed: 0, failed: 1, output }
  return { passed: 0, failed: 0, output, skips: [output.trim().replaceAll('\n', ' ')] }
}
