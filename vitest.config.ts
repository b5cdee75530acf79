import { defineConfig } from 'vitest/config'
import { QUICK_START_ENVIRONMENT, QUICK_START_FLAGS } from './tests/server/quick-start-flags.ts'
import { createLanguageDefines } from './web/build/languages.ts'
import { ListedSlowFilesFirst } from './scripts/test/listed-slow-files-first.ts'

// Unit and integration tests, on Node. What needs a page is tested in e2e/ with Playwright.
export default defineConfig({
  define: createLanguageDefines(),
  test: {
    include: [
      '{core,server,stand-ins,tests,scripts,bench}/**/*.test.ts',
      'web/{src,build}/**/*.test.{ts,tsx}',
    ],
    // The embedded database takes seconds to make its first files, on a busy machine more.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // A test that passes on a second try has failed.
    retry: 0,
    // What a test waits for comes at once, or on a busy machine much later.
    expect: { poll: { timeout: 60_000, interval: 20 } },
    // The files of one worker share a process, its packages and its databases, but not our modules (decision 0027).
    isolate: false,
    execArgv: [...QUICK_START_FLAGS],
    env: QUICK_START_ENVIRONMENT,
    setupFiles: ['tests/database/restore-process.ts'],
    // Many of them wait, for a disk, a lock or a limit of time; twice the cores of a small machine keep it busy.
    maxWorkers: 4,
    sequence: { sequencer: ListedSlowFilesFirst },
  },
})
