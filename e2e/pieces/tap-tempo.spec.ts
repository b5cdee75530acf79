import type { Page } from '@playwright/test'
import { button, numberField } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { goToGoalStep } from './new-piece-steps.ts'

// Tap Tempo under fingers, mouse and keys. The page's clock stands still between the taps, so each lands on the
// millisecond: the tempo comes from the times of the events, not from when somebody got round to them.

test.use({ hasTouch: true })

const pad = (page: Page) => button(page, 'Tap Tempo')

async function atGoal(page: Page) {
  await page.clock.install()
  await page.goto('/new?as=whole')
  await goToGoalStep(page, 'Gigue')
  await page.clock.pauseAt(Date.now() + 60_000)
}

/** Taps by `tap`, with the milliseconds between them. */
async function taps(page: Page, tap: () => Promise<void>, ...gaps: number[]) {
  await tap()
  for (const gap of gaps) {
    await page.clock.runFor(gap)
    await tap()
  }
}

test.beforeEach(({ musician }) => musician.signIn())

test('[TT1][TT8] by touch, mouse, Space and Enter: one tap writes nothing, two are a tempo, the mean of five is taken; out of range is said @main', async ({
  page,
}) => {
  await test.step('by touch: one tap writes nothing, two are a tempo, the mean of five is taken', async () => {
    await atGoal(page)
    const goal = numberField(page, 'goal bpm')
    const touch = () => pad(page).tap()
    await touch()
    await expect(pad(page)).toHaveText('tap again')
    await expect(goal).toHaveValue('')
    await page.clock.runFor(500)
    await touch()
    await expect(goal).toHaveValue('120')
    await expect(button(page, 'Next')).toBeEnabled()
    await page.clock.runFor(520)
    await touch()
    await expect(goal).toHaveValue('117')
    // More than two seconds later another list begins; the field keeps what it has.
    await page.clock.runFor(2001)
    await touch()
    await expect(pad(page)).toHaveText('tap again')
    await expect(goal).toHaveValue('117')
  })
  await page.clock.runFor(3000)
  await numberField(page, 'goal bpm').fill('')

  await test.step('by mouse, by Space and by Enter, where a held key is one tap', async () => {
    const goal = numberField(page, 'goal bpm')
    await taps(page, () => pad(page).click(), 600, 600)
    await expect(goal).toHaveValue('100')

    await page.clock.runFor(3000)
    await pad(page).focus()
    await taps(page, () => page.keyboard.press('Space'), 1000, 1000)
    await expect(goal).toHaveValue('60')

    await page.clock.runFor(3000)
    await page.keyboard.down('Enter')
    for (const gap of [200, 200]) {
      await page.clock.runFor(gap)
      await page.keyboard.down('Enter')
    }
    await page.clock.runFor(400)
    await page.keyboard.up('Enter')
    await page.keyboard.press('Enter')
    await expect(goal).toHaveValue('75')
    await expect(page.getByText('Step 3 of 4')).toBeVisible()
  })
  await page.clock.runFor(3000)
  await numberField(page, 'goal bpm').fill('')

  await test.step('a tempo out of range is written as it was tapped, and the field says so', async () => {
    const goal = numberField(page, 'goal bpm')
    await taps(page, () => pad(page).tap(), 250, 250)
    await expect(goal).toHaveValue('240')
    await expect(goal).toHaveAccessibleDescription('208 bpm is the fastest')
    await expect(button(page, 'Next')).toBeDisabled()
    await page.clock.runFor(3000)
    await taps(page, () => pad(page).tap(), 1600)
    await expect(goal).toHaveValue('37')
    await expect(goal).toHaveAccessibleDescription('40 bpm is the slowest')
    // The tempo was changed on purpose: the list begins with the last two.
    await page.clock.runFor(500)
    await pad(page).tap()
    await expect(goal).toHaveValue('120')
    await expect(goal).toHaveAttribute('aria-invalid', 'false')
  })
})
