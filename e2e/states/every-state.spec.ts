import type { Page } from '@playwright/test'
import { runsAllTests } from '../../scripts/test/test-tags.ts'
import { axeViolations } from '../axe-violations.ts'
import { expect, test } from '../musician.ts'
import { translatePages } from '../page-translation.ts'
import { waitForAnimations } from './wait-for-animations.ts'
import {
  describeFocus,
  findControlsOutOfReach,
  listReachableControls,
  listRunningAnimations,
} from './in-reach.ts'
import { JOURNEYS } from './journeys.ts'
import { findLayoutFaults } from './layout-faults.ts'
import { findTranslatedNames } from './page-texts.ts'
import { waitForRestingToasts } from './trouble.ts'
import { createVisit } from './visit.ts'

type Windows = readonly (readonly [width: number, height: number])[]

/** Where the longest texts have the least room, and where the layout is another one. */
const MAIN_WINDOWS: Windows = [
  [1440, 900],
  [320, 568],
]
/** The other widths of the specification at which the layout differs, and a phone that lies on the music stand. */
const OTHER_WINDOWS: Windows = [
  [425, 900],
  [768, 1024],
  [2560, 1440],
  [844, 390],
]
/** Pixels; a browser's usual size is 16. */
const LARGE_LETTERS = { standard: 32, fixed: 26 }
const USUAL_LETTERS = { standard: 16, fixed: 13 }
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
// Night changes colors and nothing else: only what looks at them can find something else there.
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** On a machine that does other things beside. */
const MOST_PER_STATE_MS = 30_000

test.describe.configure({ mode: 'parallel' })
// So many pages are looked at here that recording them would take longer than looking.
test.use({ trace: 'off' })

for (const { states, faults } of JOURNEYS)
  test.describe(() => {
    // As a pair: Playwright would take the second of two patterns for the options of the first.
    test.use({ expectedFaults: [faults === undefined ? [] : [faults], { scope: 'test' }] })

    test(`[JB3][UI26][UI76] ${Object.keys(states).join(', ')} @main`, async ({ page, musician }) => {
      test.setTimeout(90_000 + Object.keys(states).length * MOST_PER_STATE_MS)
      // Whatever a musician does on the way is done in a translated page; only what is looked at is the original.
      const translation = await translatePages(page)
      const visit = await createVisit(page, musician, 'de')
      const window = page.viewportSize()
      const screens = new Set<string>()
      for (const [name, come] of Object.entries(states))
        await test.step(name, async () => {
          await come(visit)
          expect.soft(await findTranslatedNames(page), 'names and numbers that are translated').toEqual([])
          await translation.pause()
          await look(page)
          const screen = new URL(page.url()).pathname.replace(/[\da-f-]{36}/, ':id')
          if (runsAllTests()) await expectWholeInLargeLetters(page, [[320, 568]])
          if (runsAllTests() && !screens.has(screen)) await lookAround(page)
          screens.add(screen)
          await translation.resume()
          await page.emulateMedia({ reducedMotion: null, colorScheme: null, forcedColors: null })
          if (window !== null) await page.setViewportSize(window)
        })
    })
  })

async function look(page: Page) {
  // Looking may take longer than a toast stays, and its buttons would be gone in the middle of it.
  await waitForRestingToasts(page)
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await expectWhole(page, MAIN_WINDOWS)
  const { violations } = await axeViolations(page, TAGS)
  expect.soft(violations, 'axe in light').toEqual([])
}

/**
 * What is looked at in the first state of a screen only: night, other windows and letters, zoom, motion and forced
 * colors. Of its dialogs only the colors differ by night, and tests/look/tokens.test.ts compares those.
 */
async function lookAround(page: Page) {
  await page.emulateMedia({ colorScheme: 'dark' })
  await waitForAnimations(page)
  const { violations, applicableRules } = await axeViolations(page, COLOR_RULES)
  expect.soft(violations, 'axe in dark').toEqual([])
  expect.soft(applicableRules, 'applicable color rules').toBeGreaterThan(0)
  await expectWhole(page, OTHER_WINDOWS)
  await expectWholeInLargeLetters(page, [[568, 320]])
  await expectNothingLostByZoom(page)
  expect.soft(await listRunningAnimations(page), 'with reduced motion').toEqual([])
  await page.emulateMedia({ forcedColors: 'active' })
  await page.keyboard.press('Tab')
  const focus = await describeFocus(page)
  if (focus !== null) expect.soft(focus, 'with forced colors').toMatchObject({ isMarked: true })
}

async function expectWhole(page: Page, windows: Windows, letters = '') {
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height })
    await waitForAnimations(page)
    expect.soft(await findLayoutFaults(page), `${width} × ${height}${letters}`).toEqual([])
  }
}

async function expectWholeInLargeLetters(page: Page, windows: Windows) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: LARGE_LETTERS })
  const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  expect.soft(size, 'the letters are large').toBe('20px')
  await expectWhole(page, windows, ', large letters')
  expect.soft(await findControlsOutOfReach(page), `${windows.join()}, large letters`).toEqual([])
  await devtools.send('Page.setFontSizes', { fontSizes: USUAL_LETTERS })
  await devtools.detach()
}

async function expectNothingLostByZoom(page: Page) {
  await page.setViewportSize({ width: 1280, height: 1024 })
  await waitForAnimations(page)
  // A button that counts the seconds down is the same button a second later.
  const controls = async () => (await listReachableControls(page)).map(name => name.replace(/\d+ s$/, 's'))
  const before = await controls()
  await expectWhole(page, [[640, 512]], ', zoomed to 200 %')
  expect.soft(await controls(), 'zoomed to 200 %').toEqual(before)
}
