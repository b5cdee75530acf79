import type { Page } from '@playwright/test'
import { isDeepStrictEqual } from 'node:util'
import { button } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { clickSettings, clickSettingsTab, heading, tempoSlider } from './two-pieces.ts'

// A pedal is a pedal whatever was touched last: each control of a step is touched, and then the keys are pressed.

test.use({ hasTouch: true })

/** Time for a key to show its effect, in ms. */
const LONGEST_MS = 500

type Touches = Record<string, (page: Page) => Promise<void>>

const press = (name: string) => (page: Page) => button(page, name).click()

const pressTwice = (name: string, then: string) => async (page: Page) => {
  await button(page, name).click()
  await button(page, then).click()
}

/** Opens a dialog by a button, presses the keys of a pedal over it, and closes it. */
const openAndClose = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  for (const key of ['PageDown', 'PageUp', 'PageDown']) await page.keyboard.press(key)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
}

const SLIDER = {
  'the slider, clicked': (page: Page) => tempoSlider(page).click(),
  'the slider, tapped': (page: Page) => tempoSlider(page).tap(),
  'the slider, dragged': async (page: Page) => {
    const box = await tempoSlider(page).boundingBox()
    if (box === null) throw new Error('no slider')
    const y = box.y + box.height / 2
    await page.mouse.move(box.x + box.width / 3, y)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2, y, { steps: 3 })
    await page.mouse.up()
  },
  'the slider, clicked after it was reached by Tab': async (page: Page) => {
    await tempoSlider(page).click()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(tempoSlider(page)).toBeFocused()
    await tempoSlider(page).click()
  },
}

const OTHERS = {
  'Start and Stop': pressTwice('Start metronome', 'Stop metronome'),
  '−5': press('−5 bpm'),
  '−1': press('one bpm less'),
  '+1': press('one bpm more'),
  '+5': press('+5 bpm'),
  Mute: pressTwice('Mute the click', 'Unmute the click'),
  'all parts': openAndClose(/, all parts$/),
  'Click settings': openAndClose('Click settings'),
  Next: press('Next'),
  Back: press('Back'),
  Skip: press('Skip'),
}

/** What a step shows: where the routine is, its tempo, whether the click runs, and what the trainer has counted. */
const shown = (page: Page) =>
  page.evaluate(() => ({
    step: Number.parseInt(document.querySelector('[aria-haspopup=dialog]')?.textContent ?? '', 10),
    tempo: Number(document.querySelector<HTMLInputElement>('[type=range]')?.value),
    isClicking: document.querySelector('[aria-label="Stop metronome"]') !== null,
    clean: /\d of \d clean/.exec(document.body.innerText)?.[0],
  }))

type Shown = Awaited<ReturnType<typeof shown>>
type Effect = (before: Shown) => Partial<Shown>

const nothing: Effect = () => ({})
const startOrStop: Effect = ({ isClicking }) => ({ isClicking: !isClicking })
const forward: Effect = ({ step }) => ({ step: step + 1, isClicking: false })
const EFFECTS = {
  ArrowUp: ({ tempo }: Shown) => ({ tempo: tempo + 1 }),
  PageUp: startOrStop,
  Space: startOrStop,
  PageDown: forward,
}
const ALL_EFFECTS = {
  ...EFFECTS,
  ArrowDown: ({ tempo }: Shown) => ({ tempo: tempo - 1 }),
  Home: nothing,
  End: nothing,
  ArrowLeft: startOrStop,
  ArrowRight: forward,
  Enter: forward,
}
/** With the trainer on, forward and backward say how a run was. */
const EFFECTS_IN_TRAINING = {
  ArrowUp: EFFECTS.ArrowUp,
  PageDown: () => ({ clean: '1 of 3 clean' }),
  PageUp: () => ({ clean: '0 of 3 clean' }),
  Space: startOrStop,
}

/** Presses the keys after each control was touched, and returns those that did something else. */
async function keysThatFail(page: Page, touches: Touches, effects: Record<string, Effect>) {
  const failed: string[] = []
  for (const [control, touch] of Object.entries(touches)) {
    await touch(page)
    for (const [key, effect] of Object.entries(effects)) {
      const before = await shown(page)
      const wanted = { ...before, ...effect(before) }
      // Each part of the routine has a tempo of its own.
      const hasHappened = (now: Shown) =>
        isDeepStrictEqual(now, wanted.step === before.step ? wanted : { ...wanted, tempo: now.tempo })
      await page.keyboard.press(key)
      const asked = Date.now()
      let now = await shown(page)
      while (!hasHappened(now) && Date.now() < asked + LONGEST_MS) now = await shown(page)
      if (!hasHappened(now)) failed.push(`${key} after ${control}`)
      // The next key is pressed after this control, too.
      if (now.step !== before.step) await touch(page)
    }
    while ((await shown(page)).step > 4) await press('Back')(page)
  }
  return failed
}

test('[PD5] a pedal is a pedal whatever was touched last: each key after each control, upright and lying, and where the routine has ended', async ({
  page,
  musician,
}) => {
  // Ten times as fast, so that no press is taken for the echo of the one before.
  await page.addInitScript(() =>
    Object.defineProperty(Event.prototype, 'timeStamp', { get: () => 10 * performance.now() }),
  )
  await musician.signIn()
  await musician.become({ plan: 'pro' })
  const parts = Array.from({ length: 12 }, (_, at) => [`bars ${at}`, 60] as const)
  await musician.fillLibrary([{ name: 'Toccata', importance: 5, endTempo: 120, parts }])
  await page.goto('/practice')
  await button(page, 'Start practicing').click()
  await expect(heading(page)).toHaveText('Toccata')
  const failed = [
    ...(await keysThatFail(page, SLIDER, ALL_EFFECTS)),
    ...(await keysThatFail(page, OTHERS, EFFECTS)),
  ]
  await page.setViewportSize({ width: 667, height: 375 })
  const { 'the slider, dragged': drag } = SLIDER
  failed.push(...(await keysThatFail(page, { 'lying: the slider, dragged': drag }, ALL_EFFECTS)))
  await page.setViewportSize({ width: 390, height: 500 })
  await button(page, 'Click settings').click()
  await clickSettingsTab(page, 'Trainer').click()
  await clickSettings(page).getByText('When clean').click()
  await clickSettings(page).getByRole('button', { name: 'Close' }).click()
  const inTraining = { 'trainer: the slider, dragged': drag, 'trainer: Again': press('Again') }
  failed.push(...(await keysThatFail(page, inTraining, EFFECTS_IN_TRAINING)))

  // Held, forward goes on to the end; what a pedal sends there neither scrolls nor presses what was touched.
  while ((await shown(page)).step < 12) await press('Skip')(page)
  // A press that comes at once after the one before is taken for its echo.
  await expect(async () => {
    if ((await button(page, 'Skip').count()) > 0) await press('Skip')(page)
    await expect(heading(page)).toContainText('Congratulations', { timeout: 1000 })
  }).toPass()
  await button(page, 'Tell us how it went').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  for (const key of ['Space', 'PageUp', 'ArrowLeft']) await page.keyboard.press(key)
  await page.waitForTimeout(100)
  expect
    .soft(await page.evaluate(() => [document.documentElement.scrollHeight > innerHeight, scrollY]))
    .toEqual([true, 0])
  expect.soft(await page.getByRole('dialog').count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('PageDown')
  await expect.soft(heading(page)).toHaveText('today')
  expect(failed).toEqual([])
})
