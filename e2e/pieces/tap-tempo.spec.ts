import { button, numberField } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { goToGoalStep } from './add-whole-piece.ts'

test.use({ hasTouch: true })

test('[TT1][TT8] by touch, mouse, Space and Enter: one tap writes nothing, two are a tempo; a held key is one tap @main', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  // The clock stands still between the taps, so each lands on the millisecond.
  await page.clock.install()
  await page.goto('/new?as=whole')
  await goToGoalStep(page, 'Gigue')
  await page.clock.pauseAt(Date.now() + 60_000)
  const goal = numberField(page, 'goal bpm')
  const pad = button(page, 'Tap Tempo')
  const taps = async (tap: () => Promise<void>, ...gaps: number[]) => {
    await tap()
    for (const gap of gaps) {
      await page.clock.runFor(gap)
      await tap()
    }
    await page.clock.runFor(3000)
  }

  await pad.tap()
  await expect(pad).toHaveText('tap again')
  await expect(goal).toHaveValue('')
  await page.clock.runFor(500)
  await taps(() => pad.tap(), 520)
  await expect(goal).toHaveValue('117')
  await expect(button(page, 'Next')).toBeEnabled()
  await taps(() => pad.click(), 600, 600)
  await expect(goal).toHaveValue('100')
  await pad.focus()
  await taps(() => page.keyboard.press('Space'), 1000, 1000)
  await expect(goal).toHaveValue('60')
  await taps(() => page.keyboard.down('Enter'), 200, 200)
  await page.keyboard.up('Enter')
  await expect(goal).toHaveValue('60')
  await taps(() => page.keyboard.press('Enter'), 800)
  await expect(goal).toHaveValue('75')
  await expect(page.getByText('Step 3 of 4')).toBeVisible()
})
