import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import { browserOptions } from './e2e/browser-options.ts'
import { QUICK_START_ENVIRONMENT } from './tests/server/quick-start-flags.ts'
import { TORTURE_TAG, TORTURE_TESTS_VARIABLE, WINDOW_TAG } from './scripts/test/test-tags.ts'

// The workers load this file, too.
Object.assign(process.env, QUICK_START_ENVIRONMENT)

const excluded = process.env[TORTURE_TESTS_VARIABLE] === undefined ? [new RegExp(TORTURE_TAG)] : []

const headlessShell = process.env['HEADLESS_SHELL_PATH'] ?? process.env['CHROMIUM_PATH']
const STATES = '**/states/*.spec.ts'
// A single renderer process, not a new one at each navigation, saves a tenth of the time.
const inShell = { launchOptions: browserOptions(headlessShell, ['--renderer-process-limit=1']) }

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // Playwright empties this folder, and the engine tests may run at the same time.
  outputDir: 'test-results/browser',
  // A flaky test counts as failed.
  retries: 0,
  // Tests often wait for frames or sound: two workers on two cores would leave a third of the time unused.
  workers: Math.max(2, Math.min(6, Math.round(availableParallelism() * 1.5))),
  // Long enough for a busy machine.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    // A phone on a music stand.
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    // A service worker would answer requests that a test mocks. Its own tests allow it.
    serviceWorkers: 'block',
    // Recording traces takes a fifth of the time of a run, and hardly any trace is ever opened.
    trace: process.env['TRACE'] === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
  // Longest tests first, so that no worker ends last with a long one.
  projects: [
    {
      name: 'with a window',
      grep: new RegExp(WINDOW_TAG),
      use: { launchOptions: browserOptions() },
    },
    {
      name: 'headless shell',
      testIgnore: STATES,
      grepInvert: [new RegExp(WINDOW_TAG), ...excluded],
      use: inShell,
    },
    {
      name: 'states',
      testMatch: STATES,
      use: inShell,
    },
  ],
})
