import { expect, test } from 'vitest'
import { judgeTestRun } from './judge-test-run.ts'
import { findTestFilesOfKind } from './runners.ts'

type Run = Parameters<typeof judgeTestRun>[0]
const [works, breaks, waits] = [
  { name: 'a.test.ts > works', result: 'passed' },
  { name: 'a.test.ts > breaks', result: 'failed' },
  { name: 'a.test.ts > waits', result: 'skipped' },
] as const
const reasons = { 'a.test.ts > waits': 'needs root' }

test.each<[string, Partial<Run>, object]>([
  ['what passed is counted', {}, { passed: 1, failed: 0 }],
  ['and what failed', { ran: [works, breaks], exitCode: 1 }, { passed: 1, failed: 1 }],
  [
    'a file that did not run is a failure, and its name is told',
    { expectedFiles: ['a.test.ts', 'b.test.ts'] },
    { passed: 1, failed: 1, output: expect.stringContaining('b.test.ts') },
  ],
  ['a runner without a single test has failed', { ran: [], expectedFiles: [] }, { failed: 1 }],
  ['a skipped test is a failure', { ran: [works, waits] }, { failed: 1 }],
  [
    'unless tests/repository/skips.json gives a reason',
    { ran: [works, waits], reasons },
    { passed: 1, failed: 0, skips: ['a.test.ts > waits: needs root'] },
  ],
  [
    'trouble outside the tests is a failure',
    { troubles: ['an error nobody caught'], exitCode: 1 },
    { failed: 1 },
  ],
  ['and so is an exit code without a reason', { exitCode: 1 }, { failed: 1 }],
])('%s', (_, changes, counted) => {
  const usual: Run = {
    ran: [works],
    expectedFiles: ['a.test.ts'],
    troubles: [],
    exitCode: 0,
    output: '',
    reasons: {},
  }
  expect(judgeTestRun({ ...usual, ...changes })).toMatchObject(counted)
})

test('npm test expects browser files with a main test, and no *.all.test.ts; --all expects every file and engine', () => {
  const main = findTestFilesOfKind('browser', false)
  expect(main).toContain('e2e/main-job.spec.ts')
  expect(main).not.toContain('e2e/sync/scenarios.spec.ts')
  expect(findTestFilesOfKind('browser', true)).toContain('e2e/sync/scenarios.spec.ts')
  expect([findTestFilesOfKind('engines', false).length, findTestFilesOfKind('engines', true).length]).toEqual(
    [0, 3],
  )
  const [usual, all] = [findTestFilesOfKind('unit', false), findTestFilesOfKind('unit', true)]
  expect(all.filter(path => !usual.includes(path)).every(path => path.includes('.all.'))).toBe(true)
  expect(all.length).toBeGreaterThan(usual.length)
})
