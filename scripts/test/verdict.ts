import type { Outcome } from './stage.ts'

/** One test as a runner reports it; `name` begins with the file's path from the root. */
export type Ran = { name: string; result: 'passed' | 'failed' | 'skipped' }

type Run = {
  ran: Ran[]
  /** Files that ought to have run. */
  expectedFiles: string[]
  /** What went wrong outside any test: a file that could not be loaded, an error nobody caught. */
  troubles: string[]
  exitCode: number
  output: string
  /** Tests that may be skipped, and why. */
  reasons: Record<string, string>
}

/**
 * Counts a run so that nothing can pass by not happening: a file without a test that ran, a skipped test without a
 * reason in tests/skips.json, trouble outside the tests and an unexplained exit code each count as one failure.
 */
export function verdictOn({ ran, expectedFiles, troubles, exitCode, output, reasons }: Run): Outcome {
  const of = (result: Ran['result']) => ran.filter(test => test.result === result)
  const silent = expectedFiles.filter(file => !ran.some(test => test.name.startsWith(`${file} > `)))
  const unexplained = of('skipped').filter(test => reasons[test.name] === undefined)
  const failures = [
    ...silent.map(file => `${file}: no test in it ran`),
    ...unexplained.map(test => `${test.name}: skipped, and tests/skips.json gives no reason`),
    ...troubles,
    ...(ran.length === 0 ? ['no test ran at all'] : []),
  ]
  const failed = of('failed').length + failures.length
  if (failed === 0 && exitCode !== 0)
    failures.push(`the runner ended with ${exitCode} although no test failed`)
  return {
    passed: of('passed').length,
    failed: of('failed').length + failures.length,
    output: [output.trim(), ...failures].join('\n'),
  }
}
