/** One test that a runner ran, and how long it took. */
export type TimedTest = { readonly name: string; readonly seconds: number }

/** The result of a stage: numbers of checks or tests, and what to show if some failed. */
export type Outcome = {
  readonly passed: number
  readonly failed: number
  readonly output: string
  /** Empty for a stage that is one check. */
  readonly tests?: readonly TimedTest[]
  /** Tests that were skipped, each with its reason. */
  readonly skips?: readonly string[]
}

/** The progress of a stage, in the unit that its runner counts. */
export type Progress = { readonly done: number; readonly of: number; readonly unit: 'tests' | 'files' }

/** The options and callbacks that a stage gets from its run. */
export type StageContext = {
  /** True for `npm test -- --all`. */
  readonly isAll: boolean
  readonly onProgress: (progress: Progress) => void
}

/** One step of `npm test`. It reports failures in its outcome and throws only if it is itself broken. */
export type Stage = {
  readonly name: string
  readonly needsBrowser: boolean
  readonly run: (context: StageContext) => Promise<Outcome>
}
