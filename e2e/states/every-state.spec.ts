import type { Page } from '@playwright/test'
import { runsAllTests } from '../../scripts/test/test-tags.ts'
import { axeViolations } from '../axe-violations.ts'
import { expect, test } from '../musician.ts'
import { translatePages } from '../page-translation.ts'
import { waitForAnimations } from './at-rest.ts'
import { findTranslatedNames, findUntranslatedTexts } from './page-texts.ts'
import {
  findControlsOutOfReach,
  listReachableControls,
  listRunningAnimations,
  focusNextControl,
} from './in-reach.ts'
import { findLayoutFaults } from './layout-faults.ts'
import { switchLanguageInPlace } from './other-tab.ts'
import { chainStates } from './state.ts'
import { SCREEN_STATES } from './states.ts'
import { waitForRestingToasts } from './trouble.ts'
import { createVisit } from './visit.ts'

type Windows = readonly (readonly [number, number])[]

/** Where the longest texts have the least room, and where the layout is another one. */
const MAIN_WINDOWS = [
  [1440, 900],
  [320, 568],
] as const
/** The other widths of the specification at which the layout differs, and a phone that lies on the music stand. */
const OTHER_WINDOWS = [
  [425, 900],
  [768, 1024],
  [2560, 1440],
  [844, 390],
] as const
const SMALL_PHONE = [320, 568] as const
const LYING_PHONE = [568, 320] as const
/** Pixels; a browser's usual size is 16. */
const LARGE_LETTERS = { standard: 32, fixed: 26 }
const USUAL_LETTERS = { standard: 16, fixed: 13 }
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
// Night changes colors and nothing else: only what looks at them can find something else there.
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** On a machine that does other things beside. */
const MOST_PER_STATE_MS = 30_000

test.describe.configure({ mode: 'parallel' })
// So many pages are opened here that recording them would take longer than looking at them.
test.use({ trace: 'off' })

// The longest first, so that no worker is left alone with one at the end. No hook for all: Playwright would then give
// each worker its third of the visits at the start.
for (const chain of chainStates(SCREEN_STATES).toSorted((a, b) => b.length - a.length)) {
  test.describe(() => {
    const faults = chain.flatMap(state => state.faults ?? [])
    // As a pair: Playwright would take the second of two patterns for the options of the first.
    test.use({ expectedFaults: [faults, { scope: 'test' }] })

    const who = chain[0]?.for === 'guest' ? 'guest' : 'musician'
    const names = chain.map(({ name }) => name).join(', ')
    test(`[JB3][UI26][UI76] a ${who} at ${names} @main`, async ({ page, musician }) => {
      test.setTimeout(90_000 + chain.length * MOST_PER_STATE_MS)
      // Whatever a musician does on the way is done in a translated page; only what is looked at is the original.
      const translation = await translatePages(page)
      const visit = await createVisit(page, musician, 'de')
      const window = page.viewportSize()
      for (const [place, state] of chain.entries())
        await test.step(state.name, async () => {
          if (place > 0 && window !== null) await leaveAsFound(page, window)
          await (place > 0 ? state.goOn : state.open)?.(visit)
          expect.soft(await findTranslatedNames(page), 'names and numbers that are translated').toEqual([])
          await translation.pause()
          await look(page)
          if (runsAllTests()) await expectWholeInLargeLetters(page, [SMALL_PHONE])
          if (runsAllTests() && state.route !== chain[place - 1]?.route) await expectReadableByNight(page)
          if (runsAllTests() && place === 0) await lookAround(page)
          await translation.resume()
        })
      await switchLanguageInPlace(page, 'en')
    })
  })
}

async function look(page: Page) {
  // Looking may take longer than a toast stays, and its buttons would be gone in the middle of it.
  await waitForRestingToasts(page)
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await expectWhole(page, MAIN_WINDOWS)
  expect.soft(await findUntranslatedTexts(page), 'English on a German page').toEqual([])
  const { violations } = await axeViolations(page, TAGS)
  expect.soft(violations, 'axe in light').toEqual([])
}

/** Takes back what looking at a state changed, so that a musician can go on to the next one. */
async function leaveAsFound(page: Page, window: NonNullable<ReturnType<Page['viewportSize']>>) {
  await page.emulateMedia({ reducedMotion: null, colorScheme: null, forcedColors: null })
  await page.setViewportSize(window)
}

/** What is looked at in the first state of a page only: other windows and letters, zoom, motion and forced colors. */
async function lookAround(page: Page) {
  await expectWhole(page, OTHER_WINDOWS)
  await expectWholeInLargeLetters(page, [LYING_PHONE])
  await expectNothingLostByZoom(page)
  await expectCalmAndMarked(page)
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
  for (const window of windows) {
    await expectWhole(page, [window], ', large letters')
    expect.soft(await findControlsOutOfReach(page), `${window.join(' × ')}, large letters`).toEqual([])
  }
  await devtools.send('Page.setFontSizes', { fontSizes: USUAL_LETTERS })
  await devtools.detach()
}

/** Of a screen's dialogs only the colors differ, and tests/look/tokens.test.ts compares those, by day and by night. */
async function expectReadableByNight(page: Page) {
  await page.emulateMedia({ colorScheme: 'dark' })
  await waitForAnimations(page)
  const { violations, looked } = await axeViolations(page, COLOR_RULES)
  expect.soft(violations, 'axe in dark').toEqual([])
  expect.soft(looked, 'rules of color that found something to look at').toBeGreaterThan(0)
}

async function expectNothingLostByZoom(page: Page) {
  await page.setViewportSize({ width: 1280, height: 1024 })
  await waitForAnimations(page)
  // A button that counts the seconds down is the same button a second later.
  const controls = async () => (await listReachableControls(page)).map(name => name.replace(/\d+ s$/, 's'))
  const before = await controls()
  await page.setViewportSize({ width: 640, height: 512 })
  await waitForAnimations(page)
  expect.soft(await controls(), 'zoomed to 200 %').toEqual(before)
  expect.soft(await findLayoutFaults(page), 'zoomed to 200 %').toEqual([])
}

async function expectCalmAndMarked(page: Page) {
  expect.soft(await listRunningAnimations(page), 'with reduced motion').toEqual([])
  await page.emulateMedia({ forcedColors: 'active' })
  const focus = await focusNextControl(page)
  if (focus !== null) expect.soft(focus, 'with forced colors').toMatchObject({ isMarked: true })
}
