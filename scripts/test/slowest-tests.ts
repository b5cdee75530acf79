import type { StageOutcome } from './stage.ts'

/** Formats the `count` slowest tests of all stages, slowest first, one line for each with its duration in seconds. */
export function slowestTests(outcomes: readonly StageOutcome[], count = 10): string {
  const slowest = outcomes
    .flatMap(outcome => outcome.tests ?? [])
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
  const lines = slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`)
  return ['', `The ${slowest.length} slowest tests:`, ...lines].join('\n')
}
