import { findMissingEngines } from './engines.ts'
import { runPlaywrightTests } from './playwright-tests.ts'
import { readSkipReasons } from './read-skip-reasons.ts'
import type { StageOutcome, StageContext } from './stage.ts'
import { findTestFiles } from './test-files.ts'
import { type RanTest, countTestRun } from './count-test-run.ts'

const FOLDER = 'e2e/engines'

/**
 * Runs the end-to-end test of the app's main tasks, from sign-in to sign-out, in every browser engine (rule JB5).
 * Skips an engine that is not installed on this machine and cannot be installed.
 */
export async function runEngines({ onProgress }: StageContext): Promise<StageOutcome> {
  const missing = await findMissingEngines()
  const expectedFiles = findTestFiles('engines', true)
  const chosen = expectedFiles.filter(path => missing.every(({ file }) => file !== path))
  const skipped = missing.map(({ file, name }): RanTest => ({
    name: `${file} > ${name}`,
    result: 'skipped',
    seconds: 0,
  }))
  const run = await runPlaywrightTests(FOLDER, [`--config=${FOLDER}`, ...chosen], onProgress)
  return countTestRun({ ...run, ran: [...run.ran, ...skipped], expectedFiles, reasons: readSkipReasons() })
}
