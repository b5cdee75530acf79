export type StageOutcome = {
  readonly passed: number
  readonly failed: number
  readonly output: string
  /** What was skipped, each with its reason. */
  readonly skips?: readonly string[]
}

/** `name` begins with the path of the test file, relative to the repository's root. */
export type RanTest = { name: string; result: 'passed' | 'failed' | 'skipped' }

type TestRun = {
  ran: RanTest[]
  expectedFiles: string[]
  troubles: string[]
  exitCode: number
  output: string
  reasons: Record<string, string>
}

export function judgeTestRun({
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
