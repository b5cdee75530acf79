import { findMissingEngines } from './engines.ts'
import { runPlaywrightTests } from './playwright-tests.ts'
import { reasonsToSkip } from './reasons-to-skip.ts'
import type { StageOutcome, StageContext } from './stage.ts'
import { findTestFiles } from './test-files.ts'
import { type RanTest, countTestRun } from './count-test-run.ts'

const FOLDER = 'e2e/engines'

/**
 * Runs the journey through the main job in every browser engine (rule JB5). Skips an engine that cannot be installed
 * here.
 */
export async function runEngines({ isAll, onProgress }: StageContext): Promise<StageOutcome> {
  const missing = await findMissingEngines()
  const expectedFiles = findTestFiles('engines', isAll)
  const chosen = expectedFiles.filter(path => missing.every(({ file }) => file !== path))
  const skipped = missing.map(({ file, name }): RanTest => ({
    name: `${file} > ${name}`,
    result: 'skipped',
    seconds: 0,
  }))
  const run = await runPlaywrightTests(FOLDER, [`--config=${FOLDER}`, ...chosen], onProgress)
  return countTestRun({ ...run, ran: [...run.ran, ...skipped], expectedFiles, reasons: reasonsToSkip() })
}
