import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../musician.ts'
import { untilAtRest } from './at-rest.ts'
import { controlsInReach, motionIn, nextFocus } from './in-reach.ts'
import { layoutFaults } from './layout-faults.ts'
import { STATES } from './states.ts'
import { visitOf } from './visit.ts'

test.describe.configure({ mode: 'parallel' })
// So many pages are opened here that recording them would take longer than looking at them.
test.use({ trace: 'off' })

// The widths of the specification, the phones in use, and one that lies on the music stand.
const WINDOWS = [
  [320, 568],
  [375, 667],
  [425, 900],
  [768, 1024],
  [800, 600],
  [1440, 900],
  [2560, 1440],
  [844, 390],
  [390, 844],
] as const
const GERMAN_WINDOWS = [
  [320, 568],
  [390, 844],
] as const
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
// Night changes colors and nothing else: only what looks at them can find something else there.
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

let seen = 0
test.afterAll(() => console.log(`axe has seen ${seen} states in this process, light and dark`))

for (const state of STATES) {
  test.describe(() => {
    test.use({ expectedFaults: state.faults === undefined ? [] : [state.faults] })

    // One visit for everything that is to be seen there: coming there costs more than looking around.
    const lookAround = async (page: Page) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await expectWhole(page, WINDOWS)
      await expectAccessible(page, 'light')
      await expectAccessible(page, 'dark')
      seen += 1
      await expectNothingLostByZoom(page)
      await expectCalmAndMarked(page)
    }

    if (state.for === 'guest')
      test(`[JB3][UI23][UI26][UI27] a guest at ${state.name}`, async ({ page, musician }) => {
        await state.open(await visitOf(page, musician, 'en'))
        await lookAround(page)
      })
    else
      test(`[JB4][UI23][UI26][UI27] a musician at ${state.name}`, async ({ page, musician }) => {
        await state.open(await visitOf(page, musician, 'en'))
        await lookAround(page)
      })

    test(`[UI26] in German at ${state.name}`, { tag: '@thorough' }, async ({ page, musician }) => {
      await state.open(await visitOf(page, musician, 'de'))
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await expectWhole(page, GERMAN_WINDOWS)
    })
  })
}

async function expectWhole(page: Page, windows: readonly (readonly [number, number])[]) {
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height })
    await untilAtRest(page)
    expect.soft(await layoutFaults(page), `${width} × ${height}`).toEqual([])
  }
}

async function expectAccessible(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme })
  await untilAtRest(page)
  // What is new since the legacy mode is for pages inside of pages; there are none here, and it costs a page each time.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (
    colorScheme === 'light' ? axe.withTags(TAGS) : axe.withRules(COLOR_RULES)
  ).analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`,
  )
  expect.soft(found, `axe in ${colorScheme}`).toEqual([])
}

async function expectNothingLostByZoom(page: Page) {
  await page.setViewportSize({ width: 1280, height: 1024 })
  await untilAtRest(page)
  const before = await controlsInReach(page)
  await page.setViewportSize({ width: 640, height: 512 })
  await untilAtRest(page)
  expect.soft(await controlsInReach(page), 'zoomed to 200 %').toEqual(before)
  expect.soft(await layoutFaults(page), 'zoomed to 200 %').toEqual([])
}

async function expectCalmAndMarked(page: Page) {
  expect.soft(await motionIn(page), 'with reduced motion').toEqual([])
  await page.emulateMedia({ forcedColors: 'active' })
  const focus = await nextFocus(page)
  if (focus !== null) expect.soft(focus, 'with forced colors').toMatchObject({ isMarked: true })
}
