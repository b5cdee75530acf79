import type { StageOutcome, StageProgress } from './stage.ts'
import type { LastStageDurations } from './last-stage-durations.ts'

type Output = { write: (text: string) => void; isTerminal: boolean; now: () => number }

/** A terminal's line is redrawn every second. A log gets a new line after this many milliseconds without output. */
const LOG_EVERY_MS = 20_000
const NAME_WIDTH = 33
const COUNT_WIDTH = 24

type Running = { readonly since: number; progress: StageProgress | null }

/**
 * Creates the progress display of `npm test`. It prints a line for each finished stage. Below them it shows the
 * running stages with their progress, elapsed time and usual time.
 */
export function createDisplay(usual: LastStageDurations, { write, isTerminal, now }: Output) {
  const running = new Map<string, Running>()
  let lastWritten = now()
  let isDrawn = false

  /** Clears the line of running stages, so that other output can replace it. */
  function clear() {
    if (isDrawn) write('\r\u001b[2K')
    isDrawn = false
  }

  function print(text: string) {
    clear()
    write(`${text}\n`)
    lastWritten = now()
  }

  function runningLine() {
    return [...running].map(([name, stage]) => describeRunning(name, stage, now(), usual[name])).join('   ')
  }

  return {
    started(name: string) {
      running.set(name, { since: now(), progress: null })
    },
    progressed(name: string, progress: StageProgress) {
      const stage = running.get(name)
      if (stage !== undefined) stage.progress = progress
    },
    /** Writes the result of a stage. Returns how many seconds it took. */
    ended(name: string, outcome: StageOutcome): number {
      const seconds = (now() - (running.get(name)?.since ?? now())) / 1000
      running.delete(name)
      const { passed, failed } = outcome
      const count = failed === 0 ? `${passed} ok` : `${passed} ok, ${failed} FAILED`
      print(`${name.padEnd(NAME_WIDTH)}${count.padEnd(COUNT_WIDTH)}${formatDuration(seconds)}`)
      for (const skip of outcome.skips ?? []) print(`  skipped: ${skip}`)
      if (failed > 0) print(`\n${outcome.output.trim()}\n`)
      return seconds
    },
    print,
    /** Redraws the line of running stages; in a log only after a pause. Call it every second. */
    tick() {
      if (running.size === 0) return
      if (isTerminal) {
        clear()
        write(runningLine())
        isDrawn = true
      } else if (now() - lastWritten >= LOG_EVERY_MS) print(`  … ${runningLine()}`)
    },
  }
}

function describeRunning(name: string, { since, progress }: Running, now: number, usual: number | undefined) {
  const far =
    progress === null || progress.of === 0 ? '' : ` ${progress.done} of ${progress.of} ${progress.unit}`
  return `${name}${far} ${formatDuration((now - since) / 1000)}${usual === undefined ? '' : ` (usually ${formatDuration(usual)})`}`
}

/** Formats seconds as minutes and seconds: 0:07, 12:30. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Formats the `count` slowest tests of all stages, slowest first, one line for each with its duration in seconds. */
export function slowestTests(outcomes: readonly StageOutcome[], count = 10): string {
  const slowest = outcomes
    .flatMap(outcome => outcome.tests ?? [])
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
  const lines = slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`)
  return ['', `The ${slowest.length} slowest tests:`, ...lines].join('\n')
}
