import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { runAndCapture } from '../set-up/child.mjs'
import { pinnedNodePath, root } from '../set-up/paths.mjs'
import { judgeTestRun, type RanTest, type StageOutcome } from './judge-test-run.ts'
import { installMissingEngines, installMissingServerPrograms } from './debian.ts'
import { MAIN_TAG } from './test-tags.ts'

// The fields of Vitest's JSON report that are used here.
const VitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({ ancestorTitles: z.array(z.string()), title: z.string(), status: z.string() }),
      ),
    }),
  ),
})

export async function runVitestStage(isAll: boolean): Promise<StageOutcome> {
  if (isAll) await installMissingServerPrograms()
  const { code, output, report } = await runWithReport(file => [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--allowOnly=false',
    '--passWithNoTests=false',
    ...(isAll ? [] : ['--exclude=**/*.all.test.ts']),
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  const nameOf = (path: string) => relative(root, path).replaceAll('\\', '/')
  const files = VitestReport.safeParse(report).data?.testResults ?? []
  const troubles = files
    .filter(file => file.status === 'failed' && !file.assertionResults.some(test => test.status === 'failed'))
    .map(file => `${nameOf(file.name)}: ${file.message ?? 'failed outside its tests'}`)
  const ran = files.flatMap(file =>
    file.assertionResults.map(({ ancestorTitles, title, status }): RanTest => ({
      name: [nameOf(file.name), ...ancestorTitles, title].join(' > '),
      result: status === 'passed' || status === 'failed' ? status : 'skipped',
    })),
  )
  const expectedFiles = findTestFilesOfKind('unit', isAll)
  return judgeTestRun({
    ran,
    expectedFiles,
    troubles,
    exitCode: code,
    output,
    reasons: readSkipReasons(),
  })
}

export async function runBrowserTests(isAll: boolean): Promise<StageOutcome> {
  const run = await runPlaywright('e2e', isAll ? [] : [`--grep=${MAIN_TAG}`])
  return judgeTestRun({
    ...run,
    expectedFiles: findTestFilesOfKind('browser', isAll),
    reasons: readSkipReasons(),
  })
}

export async function runEngines(): Promise<StageOutcome> {
  const missing = await installMissingEngines()
  const expectedFiles = findTestFilesOfKind('engines', true)
  const chosen = expectedFiles.filter(path => missing.every(({ file }) => file !== path))
  const run = await runPlaywright('e2e/engines', ['--config=e2e/engines', ...chosen])
  for (const { file, name } of missing) run.ran.push({ name: `${file} > ${name}`, result: 'skipped' })
  return judgeTestRun({ ...run, expectedFiles, reasons: readSkipReasons() })
}

// The fields of Playwright's JSON report that are used here. File names are relative to the tests' folder.
const PlaywrightSuite = z.object({
  title: z.string(),
  specs: z.array(z.object({ title: z.string(), tests: z.array(z.object({ status: z.string() })) })),
  get suites() {
    return z.array(PlaywrightSuite).optional()
  },
})
const PlaywrightReport = z.object({
  suites: z.array(PlaywrightSuite),
  errors: z.array(z.object({ message: z.string().optional() })),
})

async function runPlaywright(folder: string, args: readonly string[]) {
  const playwright = join(root, 'node_modules/@playwright/test/cli.js')
  const { code, output, report } = await runWithReport(
    () => [playwright, 'test', '--forbid-only', ...args, '--reporter=dot,json'],
    'PLAYWRIGHT_JSON_OUTPUT_FILE',
  )
  const parsed = PlaywrightReport.safeParse(report).data
  // A test may be defined in another file than the one that runs it, e.g. once per database.
  const ran = (parsed?.suites ?? []).flatMap(file => testsOf(`${folder}/${file.title}`, file))
  const troubles = (parsed?.errors ?? []).map(error => error.message ?? 'an error outside the tests')
  return { ran, troubles, exitCode: code, output }
}

function testsOf(name: string, suite: z.infer<typeof PlaywrightSuite>): RanTest[] {
  const own = suite.specs.flatMap(({ title, tests }) =>
    tests.map(({ status }): RanTest => ({
      name: `${name} > ${title}`,
      // A test that passed only on a second try ("flaky") counts as failed.
      result: status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed',
    })),
  )
  return [...own, ...(suite.suites ?? []).flatMap(inner => testsOf(`${name} > ${inner.title}`, inner))]
}

async function runWithReport(command: (file: string) => string[], fileVariable?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-report-'))
  const file = join(folder, 'report.json')
  const env = fileVariable === undefined ? process.env : { ...process.env, [fileVariable]: file }
  const { code, output } = await runAndCapture(pinnedNodePath, command(file), { env })
  let report: unknown = null
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // Without a report no test has run, and the stage fails.
  }
  rmSync(folder, { recursive: true, force: true })
  return { code, output, report }
}

const IGNORED_FOLDERS = ['node_modules', 'dist', 'data', 'test-results', 'playwright-report']
const PATTERNS = { unit: '**/*.test.{ts,tsx}', browser: '**/*.spec.ts', engines: '**/*.journey.ts' }

/** Does not read the runners' settings, so that a file that a runner overlooks is noticed. */
export function findTestFilesOfKind(kind: keyof typeof PATTERNS, isAll: boolean): string[] {
  const found = globSync(PATTERNS[kind], { cwd: root, exclude: IGNORED_FOLDERS })
  const files = found.map(path => path.replaceAll('\\', '/'))
  if (isAll) return files
  if (kind === 'unit') return files.filter(path => !/\.all\.test\.tsx?$/.test(path))
  if (kind === 'engines') return []
  return files.filter(path => readFileSync(join(root, path), 'utf8').includes(` ${MAIN_TAG}`))
}

const readSkipReasons = (): Record<string, string> =>
  z
    .record(z.string(), z.string().min(1))
    .parse(JSON.parse(readFileSync(join(root, 'tests/repository/skips.json'), 'utf8')))
