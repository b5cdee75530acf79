import { defineConfig, devices } from '@playwright/test'
import { browserOptions } from './e2e/browser-options.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // Tests that need minutes and seldom find what the others do not: THOROUGH=1 npm test.
  ...(process.env['THOROUGH'] === undefined && { grepInvert: /@thorough/ }),
  // A test that passes on a second try has failed.
  retries: 0,
  // A third one gained a tenth of the time on two cores, and made every page slower for what is timed.
  workers: 2,
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
    launchOptions: browserOptions(),
  },
})
