/** The numbers of passed and failed checks or tests of a stage of `npm test`, and what to print if one failed. */
export type StageOutcome = {
  readonly passed: number
  readonly failed: number
  readonly output: string
  /** What was skipped, each with its reason. */
  readonly skips?: readonly string[]
}

/**
 * The result of one test as its runner reports it. `name` begins with the path of the test file, relative to the root.
 */
export type RanTest = { name: string; result: 'passed' | 'failed' | 'skipped' }

type TestRun = {
  ran: RanTest[]
  /** Files that should have run. */
  expectedFiles: string[]
  /** Errors outside any test: a file that could not be loaded, an uncaught error. */
  troubles: string[]
  exitCode: number
  output: string
  /** Tests that may be skipped, with the reason. */
  reasons: Record<string, string>
}

/**
 * Counts the results of a test run. Tests that did not run must not go unnoticed. Therefore, each of these also counts
 * as a failure: a file in which no test ran, a skipped test without a reason in tests/repository/skips.json, an error
 * outside the tests, and an exit code other than 0 although no test failed.
 */
export function countTestResults({
  ran,
  expectedFiles,
  troubles,
  exitCode,
  output,
  reasons,
}: TestRun): StageOutcome {
  const of = (result: RanTest['result']) => ran.filter(test => test.result === result)
  const silent = expectedFiles.filter(file => !ran.some(test => test.name.startsWith(`${file} > `)))
  const unexplained = of('skipped').filter(test => reasons[test.name] === undefined)
  const failures = [
    ...silent.map(file => `${file}: no test in it ran`),
    ...unexplained.map(test => `${test.name}: skipped, and tests/repository/skips.json gives no reason`),
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
    skips: of('skipped').flatMap(({ name }) => {
      const reason = reasons[name]
      return reason === undefined ? [] : [`${name}: ${reason}`]
    }),
  }
}
