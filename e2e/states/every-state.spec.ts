import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { runsAllTests } from '../../scripts/test/test-tags.ts'
import { expect, test } from '../musician.ts'
import { untilAtRest } from './at-rest.ts'
import { englishLeft } from './english-left.ts'
import { controlsInReach, motionIn, nextFocus } from './in-reach.ts'
import { layoutFaults } from './layout-faults.ts'
import { switchesTo } from './other-tab.ts'
import { STATES } from './states.ts'
import { visitOf } from './visit.ts'

type Windows = readonly (readonly [number, number])[]
type Violation = Pick<Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number], 'id' | 'nodes'>
declare global {
  interface Window {
    axe: {
      run: (
        context: Document,
        options: { runOnly: string[] },
      ) => Promise<{ violations: Violation[]; passes: unknown[]; incomplete: unknown[] }>
    }
  }
}

// The widths of the specification at which the layout differs, and a phone that lies on the music stand.
const WINDOWS = [
  [320, 568],
  [425, 900],
  [768, 1024],
  [1440, 900],
  [2560, 1440],
  [844, 390],
  [390, 844],
] as const
const ENGLISH_WINDOWS = [[320, 568]] as const
/** Small and usual phones, for letters of twice the size. */
const PHONES = [
  [320, 568],
  [390, 844],
] as const
/** Pixels; a browser's usual size is 16. */
const LARGE_LETTERS = { standard: 32, fixed: 26 }
const USUAL_LETTERS = { standard: 16, fixed: 13 }
/** Where the longest texts have the least room, and where the layout is another one. */
const MAIN_WINDOWS = [
  [1440, 900],
  [320, 568],
] as const
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
// Night changes colors and nothing else: only what looks at them can find something else there.
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

test.describe.configure({ mode: 'parallel' })
// So many pages are opened here that recording them would take longer than looking at them.
test.use({ trace: 'off' })

let seen = 0
test.afterAll(() => console.log(`axe has seen ${seen} states in this process, light and dark`))

for (const state of STATES) {
  test.describe(() => {
    test.use({ expectedFaults: state.faults === undefined ? [] : [state.faults] })

    const who = state.for === 'guest' ? 'guest' : 'musician'
    test(`[JB3][JB4][UI23][UI26][UI27][UI61] a ${who} at ${state.name} @main`, async ({ page, musician }) => {
      await state.open(await visitOf(page, musician, 'de'))
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
      await expectWhole(page, runsAllTests() ? WINDOWS : MAIN_WINDOWS)
      expect.soft(await englishLeft(page), 'English on a German page').toEqual([])
      await expectWholeInLargeLetters(page, runsAllTests() ? PHONES : [PHONES[0]])
      await expectAccessible(page)
      await expectReadableByNight(page)
      seen += 1
      if (runsAllTests()) await lookAround(page)
    })
  })
}

/** What only `npm test -- --all` looks at: zoom, English, reduced motion and forced colors. */
async function lookAround(page: Page) {
  await expectNothingLostByZoom(page)
  if (await switchesTo(page, 'en')) {
    await expectWhole(page, ENGLISH_WINDOWS)
    await expectWholeInLargeLetters(page, PHONES)
  }
  await expectCalmAndMarked(page)
}

async function expectWhole(page: Page, windows: Windows, letters = '') {
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height })
    await untilAtRest(page)
    expect.soft(await layoutFaults(page), `${width} × ${height}${letters}`).toEqual([])
  }
}

async function expectWholeInLargeLetters(page: Page, windows: Windows) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: LARGE_LETTERS })
  const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  expect.soft(size, 'the letters are large').toBe('20px')
  await expectWhole(page, windows, ', large letters')
  await devtools.send('Page.setFontSizes', { fontSizes: USUAL_LETTERS })
  await devtools.detach()
}

async function expectAccessible(page: Page) {
  // What is new since the legacy mode is for pages inside of pages; there are none here, and it costs a page each time.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(TAGS)
    .analyze()
  expect.soft(violations.map(inWords), 'axe in light').toEqual([])
}

/** With the axe that is on the page since it was light: to bring it again would take longer than it takes to look. */
async function expectReadableByNight(page: Page) {
  await page.emulateMedia({ colorScheme: 'dark' })
  await untilAtRest(page)
  const { violations, seen } = await page.evaluate(async rules => {
    const { violations, passes, incomplete } = await window.axe.run(document, { runOnly: rules })
    return { violations, seen: passes.length + incomplete.length }
  }, COLOR_RULES)
  expect.soft(violations.map(inWords), 'axe in dark').toEqual([])
  expect.soft(seen, 'rules of color that found something to look at').toBeGreaterThan(0)
}

const inWords = ({ id, nodes }: Violation) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`

async function expectNothingLostByZoom(page: Page) {
  await page.setViewportSize({ width: 1280, height: 1024 })
  await untilAtRest(page)
  // A button that counts the seconds down is the same button a second later.
  const controls = async () => (await controlsInReach(page)).map(name => name.replace(/\d+ s$/, 's'))
  const before = await controls()
  await page.setViewportSize({ width: 640, height: 512 })
  await untilAtRest(page)
  expect.soft(await controls(), 'zoomed to 200 %').toEqual(before)
  expect.soft(await layoutFaults(page), 'zoomed to 200 %').toEqual([])
}

async function expectCalmAndMarked(page: Page) {
  expect.soft(await motionIn(page), 'with reduced motion').toEqual([])
  await page.emulateMedia({ forcedColors: 'active' })
  const focus = await nextFocus(page)
  if (focus !== null) expect.soft(focus, 'with forced colors').toMatchObject({ isMarked: true })
}
