import { runPlaywrightTests } from './playwright-tests.ts'
import { readSkipReasons } from './read-skip-reasons.ts'
import type { StageOutcome, StageContext } from './stage.ts'
import { findTestFiles } from './test-files.ts'
import { MAIN_TAG } from './test-tags.ts'
import { countTestRun } from './count-test-run.ts'

/** Runs the browser tests with Playwright: all of them with `--all`, otherwise those with the tag @main. */
export async function runPlaywright({ isAll, onProgress }: StageContext): Promise<StageOutcome> {
  const chosen = isAll ? [] : [`--grep=${MAIN_TAG}`]
  return countTestRun({
    ...(await runPlaywrightTests('e2e', chosen, onProgress)),
    expectedFiles: findTestFiles('browser', isAll),
    reasons: readSkipReasons(),
  })
}
