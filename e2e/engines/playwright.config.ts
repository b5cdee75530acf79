import { defineConfig } from '@playwright/test'

// The main job in every engine (rule JB5), one after the other, because the other browser tests run meanwhile. `npm run build` first.
export default defineConfig({
  testDir: '.',
  testMatch: '*.journey.ts',
  outputDir: '../../test-results/engines',
  retries: 0,
  workers: 1,
  timeout: 600_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
})
