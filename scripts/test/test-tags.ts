/**
 * Name of the environment variable that `npm test -- --all` sets. Tests then cover all widths and more random
 * sequences. Without it, `npm test` omits `*.all.test.ts` and browser tests without the tag `@main`. A runner started
 * by hand runs whatever tests it is given.
 */
export const ALL_TESTS_VARIABLE = 'ALL_TESTS'

/** Returns true if this process belongs to `npm test -- --all`. */
export const runsAllTests = (): boolean => (process.env[ALL_TESTS_VARIABLE] ?? '') !== ''

/** Tag of the browser tests that `npm test` runs, at the end of a test's name. All others run only with `--all`. */
export const MAIN_TAG = '@main'

/**
 * Tag of the browser tests that need a browser with a window: wake lock, persistent storage, hidden tabs, or a process
 * for each tab. All others run in the headless shell with one process for all tabs, which needs 40 % less CPU time
 * (decision 0005).
 */
export const WINDOW_TAG = '@window'

/** Tag of the browser tests that run only in `npm run torture`, a long stress test of the app. */
export const TORTURE_TAG = '@torture'
/**
 * Name of the environment variable that `npm run torture` sets, so that Playwright does not leave out tests with
 * TORTURE_TAG.
 */
export const TORTURE_TESTS_VARIABLE = 'TORTURE_TESTS'
