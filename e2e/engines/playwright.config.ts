import { defineConfig } from '@playwright/test'

// The main job in every engine (rule JB5), each in a worker of its own. `npm run build` first.
export default defineConfig({
  testDir: '.',
  testMatch: '*.journey.ts',
  outputDir: '../../test-results/engines',
  globalSetup: './next-version.ts',
  retries: 0,
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
})
