import { expect, test } from '../musician.ts'
import { untilAtRest } from './at-rest.ts'
import { layoutFaults } from './layout-faults.ts'
import { STATES } from './states.ts'
import { visitOf } from './visit.ts'

/** One of each kind of screen, and the dialogs with the widest rows. */
const SEEN = [
  'sign-in',
  'check-email',
  'privacy',
  'try-out',
  'try-out-trainer',
  'practice-long-names',
  'practice-step-long-names',
  'account-upgrade',
  'edit-long-names',
  'edit-section-add',
]
/** Pixels; a browser's usual size is 16. */
const LARGE = { standard: 32, fixed: 26 }

test.describe.configure({ mode: 'parallel' })

for (const state of STATES.filter(({ name }) => SEEN.includes(name))) {
  test(`[UI61] letters of twice the size fit into ${state.name} @main`, async ({ page, musician }) => {
    await state.open(await visitOf(page, musician, 'de'))
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Page.setFontSizes', { fontSizes: LARGE })
    await page.setViewportSize({ width: 320, height: 568 })
    await untilAtRest(page)
    const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
    expect(size).toBe('20px')
    expect(await layoutFaults(page)).toEqual([])
  })
}

test('[UI61] every state that is named exists', () => {
  expect(SEEN.filter(name => !STATES.some(state => state.name === name))).toEqual([])
})
