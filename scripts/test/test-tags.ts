/** Set by `npm test -- --all`. Without it, tests cover fewer screen widths and random sequences. */
export const THOROUGH_TESTS_VARIABLE = 'ALL_TESTS'

export const runsAllTests = (): boolean => (process.env[THOROUGH_TESTS_VARIABLE] ?? '') !== ''

/** Browser tests whose names end with this tag run in every `npm test`, all others only with `--all`. */
export const MAIN_TAG = '@main'

/**
 * Tag of the browser tests that need a browser with a window, for example for wake lock or hidden tabs. All others run
 * in the headless shell, which needs a third less CPU time (decision 0005).
 */
export const WINDOW_TAG = '@window'

/** Tag of the browser tests that run only in `npm run torture`, a long stress test of the app. */
export const TORTURE_TAG = '@torture'
export const TORTURE_TESTS_VARIABLE = 'TORTURE_TESTS'
