import { join } from 'node:path'
import { buildWebApp } from '../set-up/build.mjs'
import { runQuietly } from '../set-up/child.mjs'
import { withSetUpLock } from '../set-up/lock.mjs'
import { pinnedNodePath, root, TYPESCRIPT_PROJECTS } from '../set-up/paths.mjs'
import { runAdvisories } from './advisories-stage.ts'
import { type RanTest, countTestRun } from './count-test-run.ts'
import { findMissingEngines } from './engines.ts'
import { runPlaywrightTests } from './playwright-tests.ts'
import { readSkipReasons } from './read-skip-reasons.ts'
import type { Stage, StageContext, StageOutcome } from './stage.ts'
import { findTestFiles } from './test-files.ts'
import { MAIN_TAG } from './test-tags.ts'
import { runVitest } from './vitest-stage.ts'

const ENGINES_FOLDER = 'e2e/engines'

/**
 * The stages of `npm test`. Groups run one after the other. A group consists of lanes, which run concurrently; a lane
 * is a list of stages that run one after the other. The browser tests leave a tenth of two cores idle, in which the
 * engines have room.
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
  [
    [{ name: 'browser', needsBrowser: true, run: runPlaywright }],
    [{ name: 'engines', needsBrowser: true, isOnlyInAll: true, run: runEngines }],
  ],
]

/** Creates a stage for a tool that passes or fails as a whole. */
function toolStage(name: string, tool: string, args: string[]): Stage {
  const command = join(root, 'node_modules', tool)
  return {
    name,
    needsBrowser: false,
    run: async () => outcomeOf(await runQuietly(pinnedNodePath, [command, ...args])),
  }
}

function outcomeOf({ code, output }: { code: number; output: string }) {
  return code === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output }
}

/** Runs the browser tests with Playwright: all of them with `--all`, otherwise those with the tag @main. */
async function runPlaywright({ isAll, onProgress }: StageContext): Promise<StageOutcome> {
  const chosen = isAll ? [] : [`--grep=${MAIN_TAG}`]
  return countTestRun({
    ...(await runPlaywrightTests('e2e', chosen, onProgress)),
    expectedFiles: findTestFiles('browser', isAll),
    reasons: readSkipReasons(),
  })
}

/**
 * Runs the end-to-end test of the app's main tasks, from sign-in to sign-out, in every browser engine (rule JB5).
 * Skips an engine that is not installed on this machine and cannot be installed. Beside other tests, one engine runs at
 * a time.
 */
async function runEngines({ isAlone, onProgress }: StageContext): Promise<StageOutcome> {
  const missing = await findMissingEngines()
  const expectedFiles = findTestFiles('engines', true)
  const chosen = expectedFiles.filter(path => missing.every(({ file }) => file !== path))
  const skipped = missing.map(({ file, name }): RanTest => ({
    name: `${file} > ${name}`,
    result: 'skipped',
    seconds: 0,
  }))
  const settings = [`--config=${ENGINES_FOLDER}`, ...(isAlone ? [] : ['--workers=1'])]
  const run = await runPlaywrightTests(ENGINES_FOLDER, [...settings, ...chosen], onProgress)
  return countTestRun({ ...run, ran: [...run.ran, ...skipped], expectedFiles, reasons: readSkipReasons() })
}
