import { describe, expect, test } from 'vitest'
import { countTestRun } from './count-test-run.ts'

const aRun = (changes: Partial<Parameters<typeof countTestRun>[0]> = {}) =>
  countTestRun({
    ran: [{ name: 'a.test.ts > works', result: 'passed' }],
    expectedFiles: ['a.test.ts'],
    troubles: [],
    exitCode: 0,
    output: '',
    reasons: {},
    ...changes,
  })

describe('nothing passes by not happening', () => {
  test('what passed and failed is counted', () => {
    const ran = [
      { name: 'a.test.ts > works', result: 'passed' },
      { name: 'a.test.ts > breaks', result: 'failed' },
    ] as const
    expect(aRun()).toMatchObject({ passed: 1, failed: 0 })
    expect(aRun({ ran: [...ran], exitCode: 1 })).toMatchObject({ passed: 1, failed: 1 })
  })

  test('a file that did not run is a failure, and its name is told', () => {
    const verdict = aRun({ expectedFiles: ['a.test.ts', 'b.test.ts'] })
    expect(verdict).toMatchObject({ passed: 1, failed: 1 })
    expect(verdict.output).toContain('b.test.ts')
  })

  test('a runner without a single test has failed', () => {
    expect(aRun({ ran: [], expectedFiles: [] }).failed).toBe(1)
  })

  test('a skipped test is a failure unless tests/repository/skips.json gives a reason', () => {
    const ran = [
      { name: 'a.test.ts > works', result: 'passed' },
      { name: 'a.test.ts > waits', result: 'skipped' },
    ] as const
    expect(aRun({ ran: [...ran] }).failed).toBe(1)
    expect(aRun({ ran: [...ran], reasons: { 'a.test.ts > waits': 'needs root' } })).toMatchObject({
      passed: 1,
      failed: 0,
      skips: ['a.test.ts > waits: needs root'],
    })
  })

  test('trouble outside the tests and an unexplained exit code are failures', () => {
    expect(aRun({ troubles: ['an error nobody caught'], exitCode: 1 }).failed).toBe(1)
    expect(aRun({ exitCode: 1 }).failed).toBe(1)
  })
})
