import { join, relative } from 'node:path'
import { z } from 'zod'
import { runQuietly } from '../set-up/child.mjs'
import { ownNode, root } from '../set-up/places.mjs'
import { reasonsToSkip } from './reasons-to-skip.ts'
import { withReport } from './report-file.ts'
import type { Outcome } from './stage.ts'
import { testFiles } from './test-files.ts'
import { type Ran, verdictOn } from './verdict.ts'

// The part of Vitest's JSON report that is needed here.
const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
})

/** Unit and integration tests. */
export async function runVitest(): Promise<Outcome> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const vitestRun = [vitest, 'run', '--allowOnly=false', '--passWithNoTests=false', '--reporter=dot']
  const { result, report } = await withReport(file =>
    runQuietly(ownNode, [...vitestRun, '--reporter=json', `--outputFile.json=${file}`]),
  )
  const files = Report.safeParse(report).data?.testResults ?? []
  const troubles = files
    .filter(file => file.status === 'failed' && !file.assertionResults.some(test => test.status === 'failed'))
    .map(file => `${nameOf(file.name)}: ${file.message ?? 'failed outside its tests'}`)
  const ran = files.flatMap(file =>
    file.assertionResults.map((test): Ran => ({
      name: `${nameOf(file.name)} > ${test.fullName}`,
      result: test.status === 'passed' ? 'passed' : test.status === 'failed' ? 'failed' : 'skipped',
    })),
  )
  const expectedFiles = testFiles('unit')
  const reasons = reasonsToSkip()
  return verdictOn({ ran, expectedFiles, troubles, exitCode: result.code, output: result.output, reasons })
}

const nameOf = (path: string) => relative(root, path).replaceAll('\\', '/')
