import { join } from 'node:path'
import { runQuietly } from '../set-up/child.mjs'
import { pinnedNode, root } from '../set-up/paths.mjs'
import type { StageOutcome } from './stage.ts'

/** The exit code of npm run advisories if nobody could be asked. */
const NOT_LOOKED_UP = 69

/** Asks npm what is known against the pinned versions, as npm run advisories does (rule TL42). */
export const runAdvisories = async (): Promise<StageOutcome> =>
  advisoriesOutcome(await runQuietly(pinnedNode, [join(root, 'scripts/advisories.ts')]))

/** Returns the outcome of npm run advisories. It is skipped, and says why, if nobody could be asked. */
export function advisoriesOutcome({ code, output }: { code: number; output: string }): StageOutcome {
  if (code === 0) return { passed: 1, failed: 0, output }
  if (code !== NOT_LOOKED_UP) return { passed: 0, failed: 1, output }
  return { passed: 0, failed: 0, output, skips: [output.trim().replaceAll('\n', ' ')] }
}
