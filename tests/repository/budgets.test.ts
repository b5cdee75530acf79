import { beforeAll, expect, test } from 'vitest'
import { type FirstScreen, computeFirstLoad } from '../../bench/first-load.ts'
import { buildIfStale } from '../../scripts/set-up/build.mjs'

const KILOBYTE = 1000
const STYLE = 12.5 * KILOBYTE
const budgets: [FirstScreen, number][] = [
  ['/signin', 120 * KILOBYTE],
  ['/try', 140 * KILOBYTE],
  // With the database, because nothing can be practiced before the library is open.
  ['/practice', 170 * KILOBYTE],
]

beforeAll(buildIfStale)

test.each(budgets)('[TL15] %s loads within its budget of bytes', (screen, budget) => {
  const { script, style, files, later, preloadedFonts } = computeFirstLoad(screen)
  console.info(`${screen}: script ${script} B, style ${style} B, ${files} files, later ${later} B (gzip)`)
  // React alone is larger, so a smaller number means that the measurement is broken.
  expect(script).toBeGreaterThan(60 * KILOBYTE)
  expect(script).toBeLessThanOrEqual(budget)
  expect(style).toBeLessThanOrEqual(STYLE)
  expect(preloadedFonts).toBe(1)
})
