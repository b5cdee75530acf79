import AxeBuilder from '@axe-core/playwright'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test as base } from '../musician.ts'
import { untilAtRest } from './at-rest.ts'
import { controlsInReach, motionIn, nextFocus } from './in-reach.ts'
import { layoutFaults } from './layout-faults.ts'
import { becomesGerman } from './other-tab.ts'
import type { State } from './state.ts'
import { STATES } from './states.ts'
import { newVisitor, visitOf } from './visit.ts'

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

const test = base.extend<{ inGerman: (state: State) => Promise<Page> }>({
  /** Comes to a state as somebody else, who speaks German from the beginning. */
  inGerman: async ({ browser, contextOptions, dacapo, watchedPage }, use) => {
    const contexts: BrowserContext[] = []
    await use(async state => {
      cameTwice.push(state.name)
      const context = await browser.newContext({ ...contextOptions, baseURL: dacapo.origin })
      contexts.push(context)
      const page = await context.newPage()
      watchedPage(page)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await state.open(await visitOf(page, newVisitor(page, dacapo.origin), 'de'))
      return page
    })
    for (const context of contexts) await context.close()
  },
})

test.describe.configure({ mode: 'parallel' })
// So many pages are opened here that recording them would take longer than looking at them.
test.use({ trace: 'off' })

let seen = 0
const cameTwice: string[] = []
test.afterAll(() => {
  console.log(`axe has seen ${seen} states in this process, light and dark`)
  console.log(`come to again in German: ${cameTwice.join(', ')}`)
})

for (const state of STATES) {
  test.describe(() => {
    test.use({ expectedFaults: state.faults === undefined ? [] : [state.faults] })

    // One visit for everything that is to be seen there: coming there costs more than looking around.
    const lookAround = async (page: Page, inGerman: () => Promise<Page>) => {
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
      await expectWhole(page, WINDOWS)
      await expectAccessible(page)
      await expectReadableByNight(page)
      seen += 1
      await expectNothingLostByZoom(page)
      const isGerman = await becomesGerman(page)
      if (isGerman) await expectWhole(page, GERMAN_WINDOWS)
      await expectCalmAndMarked(page)
      if (!isGerman) await expectWhole(await inGerman(), GERMAN_WINDOWS)
    }

    if (state.for === 'guest')
      test(`[JB3][UI23][UI26][UI27] a guest at ${state.name}`, async ({ page, musician, inGerman }) => {
        await state.open(await visitOf(page, musician, 'en'))
        await lookAround(page, () => inGerman(state))
      })
    else
      test(`[JB4][UI23][UI26][UI27] a musician at ${state.name}`, async ({ page, musician, inGerman }) => {
        await state.open(await visitOf(page, musician, 'en'))
        await lookAround(page, () => inGerman(state))
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

async function expectAccessible(page: Page) {
  // What is new since the legacy mode is for pages inside of pages; there are none here, and it costs a page each time.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(TAGS).analyze()
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
