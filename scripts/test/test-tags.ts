/**
 * The environment variable of `npm test -- --all`: tests cover all widths and more random sequences. Without it `npm
 * test` also leaves out `*.all.test.ts` and browser tests without the tag `@main` (rule TL18). A runner that is started
 * by hand runs the tests it is given.
 */
export const ALL_TESTS_VARIABLE = 'ALL_TESTS'

/** Returns true if this process belongs to `npm test -- --all`. */
export const runsAllTests = (): boolean => (process.env[ALL_TESTS_VARIABLE] ?? '') !== ''

/** The tag, at the end of a name, of browser tests that run in `npm test`. All others run only with `--all`. */
export const MAIN_TAG = '@main'

/**
 * The tag of browser tests that need a browser with a window: wake lock, persistent storage, hidden tabs. All others
 * run in the headless shell, which needs a third less CPU time per test (decision 0005).
 */
export const WINDOW_TAG = '@window'

/** The tag of browser tests that only `npm run torture` runs, which sets the environment variable `TORTURE_TESTS`. */
export const TORTURE_TAG = '@torture'
export const TORTURE_TESTS_VARIABLE = 'TORTURE_TESTS'
