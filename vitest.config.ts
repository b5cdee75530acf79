import { defineConfig } from 'vitest/config'

// Unit and integration tests, on Node. What needs a page is tested in e2e/ with Playwright.
export default defineConfig({
  test: {
    include: ['{core,server,tests,scripts,bench}/**/*.test.ts', 'web/{src,build}/**/*.test.{ts,tsx}'],
    // The embedded database takes seconds to make its first files, on a busy machine more.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // A test that passes on a second try has failed.
    retry: 0,
    // Many of them wait, for a disk, a lock or a limit of time; twice the cores of a small machine keep it busy.
    maxWorkers: 4,
  },
})
