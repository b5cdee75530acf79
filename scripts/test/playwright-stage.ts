import { join } from 'node:path'
import { z } from 'zod'
import { runQuietly } from '../set-up/child.mjs'
import { ownNode, root } from '../set-up/places.mjs'
import { reasonsToSkip } from './reasons-to-skip.ts'
import { withReport } from './report-file.ts'
import type { Outcome } from './stage.ts'
import { testFiles } from './test-files.ts'
import { type Ran, verdictOn } from './verdict.ts'

// The part of Playwright's JSON report that is needed here. Files are named from the folder of the tests.
const Suite = z.object({
  title: z.string(),
  specs: z.array(z.object({ title: z.string(), tests: z.array(z.object({ status: z.string() })) })),
  get suites() {
    return z.array(Suite).optional()
  },
})
const Report = z.object({
  suites: z.array(Suite),
  errors: z.array(z.object({ message: z.string().optional() })),
})

/** The musician in a real browser. */
export async function runPlaywright(): Promise<Outcome> {
  const playwright = join(root, 'node_modules/@playwright/test/cli.js')
  const { result, report } = await withReport(file =>
    runQuietly(ownNode, [playwright, 'test', '--forbid-only', '--reporter=dot,json'], {
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    }),
  )
  const parsed = Report.safeParse(report).data
  return verdictOn({
    // A test may stand in another file than the one that runs it, on one database and then on the other.
    ran: (parsed?.suites ?? []).flatMap(file => testsOf(file.title, file, [])),
    expectedFiles: testFiles('browser'),
    troubles: (parsed?.errors ?? []).map(error => error.message ?? 'an error outside the tests'),
    exitCode: result.code,
    output: result.output,
    reasons: reasonsToSkip(),
  })
}

function testsOf(file: string, suite: z.infer<typeof Suite>, above: string[]): Ran[] {
  const own = suite.specs.flatMap(spec =>
    spec.tests.map((test): Ran => ({
      name: [`e2e/${file}`, ...above, spec.title].join(' > '),
      // A test that passed only on a second try ("flaky") has failed.
      result: test.status === 'expected' ? 'passed' : test.status === 'skipped' ? 'skipped' : 'failed',
    })),
  )
  return [...own, ...(suite.suites ?? []).flatMap(inner => testsOf(file, inner, [...above, inner.title]))]
}
