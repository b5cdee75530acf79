/** A test that was run, and its duration. */
export type TimedTest = { readonly name: string; readonly seconds: number }

/** The result of a stage: numbers of passed and failed checks or tests, and the output to show on failure. */
export type StageOutcome = {
  readonly passed: number
  readonly failed: number
  readonly output: string
  /** Empty for a stage that is one check. */
  readonly tests?: readonly TimedTest[]
  /** Tests that were skipped, each with its reason. */
  readonly skips?: readonly string[]
}

/** The progress of a stage, in the unit that its runner counts. */
export type StageProgress = { readonly done: number; readonly of: number; readonly unit: 'tests' | 'files' }

/** The options and callbacks that a stage gets. */
export type StageContext = {
  /** True for `npm test -- --all`. */
  readonly isAll: boolean
  readonly onProgress: (progress: StageProgress) => void
}

/** One step of `npm test`. Failures are part of its outcome; it throws only if it is broken itself. */
export type Stage = {
  readonly name: string
  readonly needsBrowser: boolean
  /** True for a stage that only `npm test -- --all` runs, or `--only` with its name. */
  readonly isOnlyInAll?: boolean
  readonly run: (context: StageContext) => Promise<StageOutcome>
}
