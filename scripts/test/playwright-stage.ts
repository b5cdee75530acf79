import { runPlaywrightTests } from './playwright-tests.ts'
import { reasonsToSkip } from './reasons-to-skip.ts'
import type { Outcome, StageContext } from './stage.ts'
import { findTestFiles } from './test-files.ts'
import { MAIN_TAG } from './test-tags.ts'
import { countTestRun } from './count-test-run.ts'

/** Runs the tests in a real browser. */
export async function runPlaywright({ isAll, onProgress }: StageContext): Promise<Outcome> {
  const chosen = isAll ? [] : [`--grep=${MAIN_TAG}`]
  return countTestRun({
    ...(await runPlaywrightTests('e2e', chosen, onProgress)),
    expectedFiles: findTestFiles('browser', isAll),
    reasons: reasonsToSkip(),
  })
}
