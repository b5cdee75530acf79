import { beforeAll, expect, test } from 'vitest'
import { type FirstScreen, firstLoadOf } from '../bench/first-load.ts'
import { buildWhatIsStale } from '../scripts/set-up/build.mjs'

const KILOBYTE = 1000
const budgets: [FirstScreen, { script: number; style: number }][] = [
  ['/signin', { script: 120 * KILOBYTE, style: 10 * KILOBYTE }],
  ['/practice', { script: 150 * KILOBYTE, style: 10 * KILOBYTE }],
]

beforeAll(buildWhatIsStale)

test.each(budgets)('[TL15] %s works before its budget of bytes is used up', (screen, budget) => {
  const load = firstLoadOf(screen)
  const { script, style, library, later } = load
  console.info(
    `${screen}: script ${script} B, style ${style} B, then library ${library} B, later ${later} B (gzip)`,
  )
  // React alone is more than this: a smaller figure means that the measuring is broken.
  expect(load.script).toBeGreaterThan(60 * KILOBYTE)
  expect(load.script).toBeLessThanOrEqual(budget.script)
  expect(load.style).toBeLessThanOrEqual(budget.style)
  expect(load.preloadedFonts).toBe(1)
})
