import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type FirstScreen, computeFirstLoad } from '../../bench/first-load.ts'
import { buildIfStale } from '../../scripts/set-up/build.mjs'
import { BUILT_WEB_FOLDER } from '../../scripts/set-up/paths.mjs'

const KILOBYTE = 1000
const budgets: [
  FirstScreen,
  { script: number; library: number; afterwards: number; style: number; files: number },
][] = [
  [
    '/signin',
    { script: 120 * KILOBYTE, library: 0, afterwards: 15 * KILOBYTE, style: 10.5 * KILOBYTE, files: 12 },
  ],
  [
    '/try',
    { script: 140 * KILOBYTE, library: 0, afterwards: 8 * KILOBYTE, style: 10.5 * KILOBYTE, files: 18 },
  ],
  [
    // Together at most 170 kB, because nothing can be practiced before the library is open.
    '/practice',
    { script: 150 * KILOBYTE, library: 12.9 * KILOBYTE, afterwards: 0, style: 10.5 * KILOBYTE, files: 20 },
  ],
]

beforeAll(buildIfStale)

test.each(budgets)('[TL15] %s works before its budget of bytes and files is used up', (screen, budget) => {
  const load = computeFirstLoad(screen)
  const { script, afterwards, style, files, library, later } = load
  console.info(
    `${screen}: script ${script} B, style ${style} B, ${files} files, then ${afterwards} B for guests, library ${library} B, later ${later} B (gzip)`,
  )
  // React alone is more than this: a smaller figure means that the measuring is broken.
  expect(load.script).toBeGreaterThan(60 * KILOBYTE)
  expect(load.script).toBeLessThanOrEqual(budget.script)
  expect(load.library).toBeLessThanOrEqual(budget.library)
  // The code of signed-in screens, which a file shared with them would bring along, is much larger.
  expect(load.afterwards).toBeLessThanOrEqual(budget.afterwards)
  expect(load.style).toBeLessThanOrEqual(budget.style)
  expect(load.files).toBeLessThanOrEqual(budget.files)
  expect(load.preloadedFonts).toBe(1)
})

test('[TL15] the file of libraries asks to be compiled while it arrives', () => {
  const files = globSync('assets/libraries-*.js', { cwd: BUILT_WEB_FOLDER })
  expect(files).toHaveLength(1)
  for (const file of files)
    expect(readFileSync(join(BUILT_WEB_FOLDER, file), 'utf8')).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
})
