import { join, relative } from 'node:path'
import { z } from 'zod'
import { runQuietly } from '../set-up/child.mjs'
import { pinnedNodePath, root } from '../set-up/paths.mjs'
import { installServerPackages } from './server-packages.ts'
import { readSkipReasons } from './read-skip-reasons.ts'
import { withReport } from './report-file.ts'
import { parseProgress } from './progress-message.ts'
import type { StageOutcome, StageContext } from './stage.ts'
import { findTestFiles } from './test-files.ts'
import { type RanTest, countTestRun } from './count-test-run.ts'

// The fields of Vitest's JSON report that are used here.
const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          status: z.string(),
          duration: z.number().nullish(),
        }),
      ),
    }),
  ),
})

/**
 * Runs the unit and integration tests with Vitest. Without `--all`, omits the files *.all.test.ts; with it, installs
 * the server programs that they start.
 */
export async function runVitest({ isAll, onProgress }: StageContext): Promise<StageOutcome> {
  if (isAll) await installServerPackages()
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const progress = join(root, 'scripts/test/vitest-progress.ts')
  const reporters = ['--reporter=dot', `--reporter=${progress}`, '--reporter=json']
  const { result, report } = await withReport(file =>
    runQuietly(
      pinnedNodePath,
      [
        vitest,
        'run',
        '--allowOnly=false',
        '--passWithNoTests=false',
        ...(isAll ? [] : ['--exclude=**/*.all.test.ts']),
        ...reporters,
        `--outputFile.json=${file}`,
      ],
      {
        onMessage(message) {
          const progress = parseProgress(message)
          if (progress !== null) onProgress(progress)
        },
      },
    ),
  )
  const files = Report.safeParse(report).data?.testResults ?? []
  const troubles = files
    .filter(file => file.status === 'failed' && !file.assertionResults.some(test => test.status === 'failed'))
    .map(file => `${nameOf(file.name)}: ${file.message ?? 'failed outside its tests'}`)
  const ran = files.flatMap(file =>
    file.assertionResults.map((test): RanTest => ({
      name: [nameOf(file.name), ...test.ancestorTitles, test.title].join(' > '),
      result: test.status === 'passed' ? 'passed' : test.status === 'failed' ? 'failed' : 'skipped',
      seconds: (test.duration ?? 0) / 1000,
    })),
  )
  const expectedFiles = findTestFiles('unit', isAll)
  const reasons = readSkipReasons()
  return countTestRun({ ran, expectedFiles, troubles, exitCode: result.code, output: result.output, reasons })
}

const nameOf = (path: string) => relative(root, path).replaceAll('\\', '/')
