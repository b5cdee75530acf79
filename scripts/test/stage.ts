/** The name of a test that was run, and its duration in seconds. */
type TimedTest = { readonly name: string; readonly seconds: number }

/**
 * The result of a stage of `npm test`: the numbers of passed and failed checks or tests, and the output to show on
 * failure.
 */
export type StageOutcome = {
  readonly passed: number
  readonly failed: number
  readonly output: string
  /** The tests that ran; absent if the stage is a single check. */
  readonly tests?: readonly TimedTest[]
  /** Tests that were skipped, each with its reason. */
  readonly skips?: readonly string[]
}

/** How many of a stage's tests or files are done. */
export type StageProgress = { readonly done: number; readonly of: number; readonly unit: 'tests' | 'files' }

/** The options and callbacks that a stage of `npm test` receives. */
export type StageContext = {
  /** True for `npm test -- --all`. */
  readonly isAll: boolean
  /** True if no other lane of stages runs meanwhile. */
  readonly isAlone: boolean
  readonly onProgress: (progress: StageProgress) => void
}

/** One step of `npm test`. It reports failed checks in its outcome, and throws only if the step itself cannot run. */
export type Stage = {
  readonly name: string
  readonly needsBrowser: boolean
  /** True for a stage that runs only with `npm test -- --all`, or if `--only` names it. */
  readonly isOnlyInAll?: boolean
  readonly run: (context: StageContext) => Promise<StageOutcome>
}
