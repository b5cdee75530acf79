import { defineConfig } from '@playwright/test'

// The main job in every engine (rule JB5). One worker, because other browser tests run meanwhile. Needs `npm run build`.
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
