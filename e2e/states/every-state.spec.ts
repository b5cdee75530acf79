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
import { settleToasts } from './trouble.ts'
import { createVisit } from './visit.ts'

type WindowSizes = readonly (readonly [width: number, height: number])[]

const MAIN_SIZES: WindowSizes = [
  [1440, 900],
  [320, 568],
]
/** The other breakpoints of the specification, and a phone in landscape. */
const OTHER_SIZES: WindowSizes = [
  [425, 900],
  [768, 1024],
  [2560, 1440],
  [844, 390],
]
const LARGE_FONT = { standard: 32, fixed: 26 }
const DEFAULT_FONT = { standard: 16, fixed: 13 }
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
// The dark theme changes only colors, so only these rules can fail there.
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

const TIMEOUT_PER_STATE_MS = 30_000

test.describe.configure({ mode: 'parallel' })
// Recording traces of so many pages would take longer than the checks.
test.use({ trace: 'off' })

for (const { states, faults } of JOURNEYS)
  test.describe(() => {
    // Playwright would mistake an array of two patterns for a value with its options.
    test.use({ expectedFaults: [faults === undefined ? [] : [faults], { scope: 'test' }] })

    test(`[JB3][UI26][UI76] ${Object.keys(states).join(', ')} @main`, async ({ page, musician }) => {
      test.setTimeout(90_000 + Object.keys(states).length * TIMEOUT_PER_STATE_MS)
      // The way to a state goes through the translated page; the checks need the original.
      const translation = await translatePages(page)
      const visit = await createVisit(page, musician, 'de')
      const defaultSize = page.viewportSize()
      const screens = new Set<string>()
      for (const [name, goToState] of Object.entries(states))
        await test.step(name, async () => {
          await goToState(visit)
          expect.soft(await findTranslatedNames(page), 'translated names and numbers').toEqual([])
          await translation.pause()
          await checkState(page)
          const screen = new URL(page.url()).pathname.replace(/[\da-f-]{36}/, ':id')
          if (runsAllTests()) await expectNoLayoutFaultsInLargeFont(page, [[320, 568]])
          if (runsAllTests() && !screens.has(screen)) await checkScreen(page)
          screens.add(screen)
          await translation.resume()
          await page.emulateMedia({ reducedMotion: null, colorScheme: null, forcedColors: null })
          if (defaultSize !== null) await page.setViewportSize(defaultSize)
        })
    })
  })

async function checkState(page: Page) {
  // A toast with buttons could disappear during the checks.
  await settleToasts(page)
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await expectNoLayoutFaults(page, MAIN_SIZES)
  const { violations } = await axeViolations(page, TAGS)
  expect.soft(violations, 'axe in light').toEqual([])
}

/** For the first state of a screen only. The colors of its dialogs are checked by tests/look/tokens.test.ts. */
async function checkScreen(page: Page) {
  await page.emulateMedia({ colorScheme: 'dark' })
  await waitForAnimations(page)
  const { violations, applicableRules } = await axeViolations(page, COLOR_RULES)
  expect.soft(violations, 'axe in dark').toEqual([])
  expect.soft(applicableRules, 'applicable color rules').toBeGreaterThan(0)
  await expectNoLayoutFaults(page, OTHER_SIZES)
  await expectNoLayoutFaultsInLargeFont(page, [[568, 320]])
  await expectSameControlsAfterZoom(page)
  expect.soft(await listRunningAnimations(page), 'with reduced motion').toEqual([])
  await page.emulateMedia({ forcedColors: 'active' })
  await page.keyboard.press('Tab')
  const focus = await describeFocus(page)
  if (focus !== null) expect.soft(focus, 'with forced colors').toMatchObject({ isMarked: true })
}

async function expectNoLayoutFaults(page: Page, sizes: WindowSizes, suffix = '') {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    await waitForAnimations(page)
    expect.soft(await findLayoutFaults(page), `${width} × ${height}${suffix}`).toEqual([])
  }
}

async function expectNoLayoutFaultsInLargeFont(page: Page, sizes: WindowSizes) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: LARGE_FONT })
  const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  expect.soft(size, 'the font is large').toBe('20px')
  await expectNoLayoutFaults(page, sizes, ', large font')
  expect.soft(await findControlsOutOfReach(page), `${sizes.join()}, large font`).toEqual([])
  await devtools.send('Page.setFontSizes', { fontSizes: DEFAULT_FONT })
  await devtools.detach()
}

async function expectSameControlsAfterZoom(page: Page) {
  await page.setViewportSize({ width: 1280, height: 1024 })
  await waitForAnimations(page)
  // Ignores the remaining seconds in the name of a button.
  const controls = async () => (await listReachableControls(page)).map(name => name.replace(/\d+ s$/, 's'))
  const before = await controls()
  await expectNoLayoutFaults(page, [[640, 512]], ', zoomed to 200 %')
  expect.soft(await controls(), 'zoomed to 200 %').toEqual(before)
}
