import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import { browserOptions } from './e2e/browser-options.ts'
import { QUICK_START_ENVIRONMENT } from './tests/server/quick-start-flags.ts'
import { TORTURE_TAG, TORTURE_TESTS_VARIABLE, WINDOW_TAG } from './scripts/test/test-tags.ts'

// The workers load this file, too.
Object.assign(process.env, QUICK_START_ENVIRONMENT)

const leftOut = process.env[TORTURE_TESTS_VARIABLE] === undefined ? [new RegExp(TORTURE_TAG)] : []

const headlessShell = process.env['HEADLESS_SHELL_PATH'] ?? process.env['CHROMIUM_PATH']
const STATES = '**/states/*.spec.ts'
// One renderer process for all pages instead of one more at each navigation: a tenth of the time (decision 0005).
const inShell = { launchOptions: browserOptions(headlessShell, ['--renderer-process-limit=1']) }

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // Each run empties its own: the engines may run at the same time.
  outputDir: 'test-results/browser',
  // A test that passes on a second try has failed.
  retries: 0,
  // Tests wait for frames, for sound and for each other: two on two cores leave a third of the time unused.
  workers: Math.max(2, Math.min(6, Math.round(availableParallelism() * 1.5))),
  // A machine that does other things beside is slower, not wrong.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    // A phone on a music stand: what the product is made for.
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    // A service worker would answer in place of what a test lets a page see. Its own tests let it work.
    serviceWorkers: 'block',
    // Recording every action takes a fifth of a run, for what is looked at once in hundreds of runs.
    trace: process.env['TRACE'] === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
  // The longest tests come first and the finest-grained last, so that no worker is left alone with a long one.
  projects: [
    {
      name: 'with a window',
      grep: new RegExp(WINDOW_TAG),
      use: { launchOptions: browserOptions() },
    },
    {
      name: 'headless shell',
      testIgnore: STATES,
      grepInvert: [new RegExp(WINDOW_TAG), ...leftOut],
      use: inShell,
    },
    {
      name: 'states',
      testMatch: STATES,
      use: inShell,
    },
  ],
})
