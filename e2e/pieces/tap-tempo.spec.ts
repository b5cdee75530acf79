import { button, numberField } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { heading, signInWithTwoPieces, tempoSlider } from '../practice/two-pieces.ts'
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

test('[PX48] a press on the tempo of a step types another one, three in one tempo are taps; what is no tempo says why and changes nothing', async ({
  page,
  musician,
}) => {
  await signInWithTwoPieces(musician)
  await page.clock.install()
  await page.goto('/practice')
  await button(page, 'Start practicing').click()
  await expect(heading(page)).toHaveText('Toccata')
  await page.clock.pauseAt(Date.now() + 60_000)
  const field = numberField(page, 'tempo')
  const { keyboard } = page
  const tooFast = page.getByText('208 bpm is the fastest')

  await button(page, '100 bpm, type a tempo').click()
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription('40–208, or keep tapping')
  await keyboard.type('300')
  await expect(tooFast).toBeVisible()
  await keyboard.press('Enter')
  await expect(field).toHaveValue('300')
  await keyboard.press('Tab')
  await expect(field).toHaveCount(0)
  await expect(tooFast).toBeVisible()
  await expect(tempoSlider(page)).toHaveValue('100')
  await button(page, 'one bpm more').click()
  await button(page, 'one bpm less').click()
  await expect(tooFast).toHaveCount(0)
  await button(page, '100 bpm, type a tempo').click()
  await keyboard.type('90')
  await keyboard.press('Escape')
  await expect(button(page, '100 bpm, type a tempo')).toBeFocused()
  await expect(button(page, 'Next')).toHaveAccessibleDescription('saves 100 bpm')

  // A tempo beyond the slider extends it. After a press with a pointer, the practice shortcuts work again.
  await page.clock.runFor(3000)
  await button(page, '100 bpm, type a tempo').click()
  await keyboard.type('150')
  await keyboard.press('Enter')
  await expect(tempoSlider(page)).toHaveValue('150')
  await keyboard.press('ArrowDown')
  await keyboard.press('ArrowDown')
  await keyboard.press('ArrowUp')
  await expect(button(page, 'Next')).toHaveAccessibleDescription('saves 149 bpm')

  await page.clock.runFor(3000)
  const place = await button(page, '149 bpm, type a tempo').boundingBox()
  for (let tap = 0; tap < 3; tap++) {
    await page.mouse.click((place?.x ?? 0) + 80, (place?.y ?? 0) + 60)
    await page.clock.runFor(1000)
  }
  await expect(field).toHaveCount(0)
  await expect(tempoSlider(page)).toHaveValue('60')
  // A press that follows at once is another tap; a later one opens the field.
  await button(page, '60 bpm, type a tempo').click()
  await expect(field).toHaveCount(0)
  await page.clock.runFor(3000)
  await button(page, '60 bpm, type a tempo').click()
  await expect(field).toBeFocused()
  await expect(tempoSlider(page)).toHaveAttribute('max', '150')

  // An untouched field keeps the tempo that the trainer sets meanwhile.
  await tempoSlider(page).evaluate((slider: HTMLInputElement) => {
    slider.stepUp()
    slider.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await keyboard.press('Enter')
  await expect(button(page, '61 bpm, type a tempo')).toBeFocused()

  // The next step has a slider of its own.
  await button(page, 'Skip').click()
  await expect(heading(page)).toHaveText('Fugue')
  await expect(tempoSlider(page)).toHaveAttribute('max', '140')
})
