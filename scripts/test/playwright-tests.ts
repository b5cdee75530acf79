import { z } from 'zod'
import { runQuietly } from '../set-up/child.mjs'
import { pinnedNodePath, root } from '../set-up/paths.mjs'
import { join } from 'node:path'
import { parseProgress } from './progress-message.ts'
import { withReport } from './report-file.ts'
import type { StageContext } from './stage.ts'
import type { RanTest } from './count-test-run.ts'

// The fields of Playwright's JSON report that are used here. File names are relative to the tests' folder.
const Suite = z.object({
  title: z.string(),
  specs: z.array(
    z.object({
      title: z.string(),
      tests: z.array(z.object({ status: z.string(), results: z.array(z.object({ duration: z.number() })) })),
    }),
  ),
  get suites() {
    return z.array(Suite).optional()
  },
})
const Report = z.object({
  suites: z.array(Suite),
  errors: z.array(z.object({ message: z.string().optional() })),
})

/**
 * Runs Playwright with the given arguments. Returns the results of the tests, the errors outside of tests, the exit
 * code and the output.
 *
 * @param folder the folder of the tests, relative to the root
 */
export async function runPlaywrightTests(
  folder: string,
  args: readonly string[],
  onProgress: StageContext['onProgress'],
) {
  const playwright = join(root, 'node_modules/@playwright/test/cli.js')
  const progress = join(root, 'scripts/test/playwright-progress.ts')
  const { result, report } = await withReport(file =>
    runQuietly(
      pinnedNodePath,
      [playwright, 'test', '--forbid-only', ...args, `--reporter=dot,json,${progress}`],
      {
        env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
        onMessage(message) {
          const progress = parseProgress(message)
          if (progress !== null) onProgress(progress)
        },
      },
    ),
  )
  const parsed = Report.safeParse(report).data
  return {
    // A test may be defined in another file than the one that runs it, e.g. once per database.
    ran: (parsed?.suites ?? []).flatMap(file => testsOf(`${folder}/${file.title}`, file, [])),
    troubles: (parsed?.errors ?? []).map(error => error.message ?? 'an error outside the tests'),
    exitCode: result.code,
    output: result.output,
  }
}

function testsOf(file: string, suite: z.infer<typeof Suite>, above: string[]): RanTest[] {
  const own = suite.specs.flatMap(spec =>
    spec.tests.map((test): RanTest => ({
      name: [file, ...above, spec.title].join(' > '),
      // A test that passed only on a second try ("flaky") counts as failed.
      result: test.status === 'expected' ? 'passed' : test.status === 'skipped' ? 'skipped' : 'failed',
      seconds: test.results.reduce((sum, result) => sum + result.duration, 0) / 1000,
    })),
  )
  return [...own, ...(suite.suites ?? []).flatMap(inner => testsOf(file, inner, [...above, inner.title]))]
}
