import type { Page } from '@playwright/test'
import { waitOutPedalBounce, button } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { reloadOncePersisted } from '../sync/stored-rows.ts'

// Hands on the instrument: pedals, keys, and what is set for them.

const PIECES = [
  { name: 'Toccata', importance: 5, endTempo: 120, parts: [[null, 100]] },
  { name: 'Fugue', importance: 1, endTempo: 120, parts: [[null, 90]] },
] as const

const slider = (page: Page) => page.getByRole('slider', { name: 'tempo' })
const piece = (page: Page) => page.getByRole('heading', { level: 1 })
const settings = (page: Page) => page.getByRole('dialog', { name: 'Click settings' })
const tab = (page: Page, name: string) => settings(page).getByRole('tab', { name, exact: true })
/** Holds a key until the heading of the screen that a long press leads to is there. */
async function holdUntil(page: Page, key: string, heading: string) {
  await page.keyboard.down(key)
  await expect(piece(page)).toContainText(heading)
  await page.keyboard.up(key)
}

test.beforeEach(async ({ page, musician }) => {
  await musician.signIn()
  await musician.fillLibrary(PIECES)
  await page.goto('/practice')
  await expect(button(page, 'Start practicing')).toBeVisible()
})

for (const [forward, backward] of [
  ['PageDown', 'PageUp'],
  ['ArrowRight', 'ArrowLeft'],
] as const) {
  test(`[PD3] the whole routine with two keys alone, ${forward} and ${backward} @main`, async ({ page }) => {
    await page.keyboard.press(forward)
    await expect(piece(page)).toHaveText('Toccata')
    await page.keyboard.press(backward)
    await expect(button(page, 'Stop metronome')).toBeVisible()
    await page.keyboard.press(backward)
    await expect(button(page, 'Start metronome')).toBeVisible()
    await waitOutPedalBounce(page)
    await page.keyboard.press(forward)
    await expect(piece(page)).toHaveText('Fugue')
    await holdUntil(page, backward, 'Toccata')
    await waitOutPedalBounce(page)
    await page.keyboard.press(forward)
    await expect(piece(page)).toHaveText('Fugue')
    await waitOutPedalBounce(page)
    await holdUntil(page, forward, '1 part kept its tempo')
    await waitOutPedalBounce(page)
    await page.keyboard.press(forward)
    await expect(piece(page)).toHaveText('today')
  })
}

test('[PD6] teaching a pedal can be left; one that sends other keys is taught once, and then leads the whole routine', async ({
  page,
}) => {
  await button(page, 'Start practicing').click()
  await button(page, 'Click settings').click()
  await tab(page, 'Pedal').click()
  await settings(page).getByRole('button', { name: 'Set up a pedal' }).click()
  // Escape leaves the teaching and closes nothing else.
  await page.keyboard.press('Escape')
  await expect(settings(page)).toBeVisible()
  await expect(settings(page).getByRole('button', { name: 'Forget the pedal' })).toHaveCount(0)
  await settings(page).getByRole('button', { name: 'Set up a pedal' }).click()
  await expect(settings(page).getByText('Press the right pedal.')).toBeVisible()
  await page.keyboard.press('n')
  await page.keyboard.press('n')
  await expect(settings(page).getByText('Now the left one. That was the same one.')).toBeVisible()
  await page.keyboard.press('p')
  await expect(settings(page).getByRole('button', { name: 'Forget the pedal' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(settings(page)).toHaveCount(0)

  await page.keyboard.press('p')
  await expect(button(page, 'Stop metronome')).toBeVisible()
  await page.keyboard.press('n')
  await expect(piece(page)).toHaveText('Fugue')
  // Also after a reload: it is kept on this device.
  await reloadOncePersisted(page)
  await expect(piece(page)).toHaveText('Fugue')
  // Each screen reads it anew, for a few milliseconds in which no foot is back on the pedal.
  await waitOutPedalBounce(page)
  await page.keyboard.press('n')
  await expect(piece(page)).toContainText('Congratulations')
  await waitOutPedalBounce(page)
  await page.keyboard.press('n')
  await expect(piece(page)).toHaveText('today')
})

test('[PD4][PX27] a held key counts once, nothing acts behind a dialog, and five bpm more never go past the ends of the slider', async ({
  page,
}) => {
  await test.step('a held key counts once, and nothing acts behind a dialog', async () => {
    await button(page, 'Start practicing').click()
    await expect(piece(page)).toHaveText('Toccata')
    await page.keyboard.down('Space')
    for (let repeat = 0; repeat < 4; repeat++) await page.keyboard.down('Space')
    await page.keyboard.up('Space')
    await expect(button(page, 'Stop metronome')).toBeVisible()
    await page.keyboard.down('ArrowUp')
    for (let repeat = 0; repeat < 4; repeat++) await page.keyboard.down('ArrowUp')
    await page.keyboard.up('ArrowUp')
    await expect(slider(page)).toHaveValue('101')

    await button(page, 'Click settings').click()
    await expect(settings(page)).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('PageDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await expect(piece(page)).toHaveText('Toccata')
    await expect(slider(page)).toHaveValue('101')
  })

  await test.step('five bpm less and more, and never past the ends of the slider', async () => {
    await button(page, '−5 bpm').click()
    await expect(slider(page)).toHaveValue('96')
    for (let press = 0; press < 12; press++) await button(page, '+5 bpm').click()
    await expect(slider(page)).toHaveValue('140')
  })
})

test('[PD5] a step focuses its heading; a control that was reached by Tab has its own keys', async ({
  page,
}) => {
  await button(page, 'Start practicing').click()
  await expect(piece(page)).toBeFocused()
  // Touched with a finger, so the pedal still leads.
  await button(page, 'one bpm more').click()
  await page.keyboard.press('Enter')
  await expect(piece(page)).toHaveText('Fugue')
  await expect(piece(page)).toBeFocused()
  await expect(slider(page)).toHaveValue('90')

  while (!(await slider(page).evaluate(element => element === document.activeElement)))
    await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect(slider(page)).toHaveValue('91')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(button(page, 'one bpm less')).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(slider(page)).toHaveValue('89')
  await expect(piece(page)).toHaveText('Fugue')
})

test('[PX28][PX41][MT14] the click of a piece is kept with the piece on every device, and what is set of the sound with this device', async ({
  page,
  musician,
}) => {
  await test.step('the click of a piece is kept with the piece, on every device', async () => {
    await button(page, 'Start practicing').click()
    await button(page, 'Click settings').click()
    const dialog = settings(page)
    await expect(dialog.getByRole('heading', { name: 'for Toccata' })).toBeVisible()
    await dialog.getByRole('button', { name: 'beats in a bar: less' }).click()
    await dialog.getByRole('checkbox', { name: 'accent on one' }).check()
    await dialog.getByRole('button', { name: 'silent bars: more' }).click()
    await expect(dialog.getByRole('group', { name: 'after bars with click' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()

    const other = await musician.secondDevice()
    await other.goto('/practice')
    await button(other, 'Start practicing').click()
    await button(other, 'Click settings').click()
    await expect(settings(other).getByRole('group', { name: 'beats in a bar' })).toContainText('3')
    await expect(settings(other).getByRole('checkbox', { name: 'accent on one' })).toBeChecked()
  })

  await test.step('what is set of the sound stays with this device', async () => {
    await button(page, 'Mute the click').click()
    await expect(button(page, 'Unmute the click')).toBeFocused()
    await button(page, 'Click settings').click()
    await settings(page).getByRole('slider', { name: 'volume' }).fill('40')
    await page.keyboard.press('Escape')
    await expect(button(page, 'Click settings')).toBeFocused()
    await reloadOncePersisted(page)
    await expect(button(page, 'Unmute the click')).toBeVisible()
    await button(page, 'Click settings').click()
    await expect(page.getByRole('dialog').getByRole('slider', { name: 'volume' })).toHaveValue('40')
  })
})

test('[PX29] the trainer: three clean runs in a row confirm the tempo and go up, Next saves what is confirmed and says so @main', async ({
  page,
}) => {
  await button(page, 'Start practicing').click()
  await expect(page.getByText(/^trainer/)).toHaveCount(0)
  await button(page, 'Click settings').click()
  await tab(page, 'Trainer').click()
  await settings(page).getByRole('radiogroup', { name: 'tempo trainer' }).getByText('When clean').click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('trainer: +4 bpm, 0 of 3 clean')).toBeVisible()
  await expect(button(page, '+5 bpm')).toHaveCount(0)

  for (let run = 0; run < 4; run++) await button(page, 'Clean').click()
  await expect(slider(page)).toHaveValue('104')
  await expect(page.getByText('trainer: +4 bpm, 1 of 3 clean')).toBeVisible()
  await expect(page.getByText('104 not confirmed yet, saves 100')).toBeVisible()
  for (let run = 0; run < 2; run++) await button(page, 'Clean').click()
  await expect(slider(page)).toHaveValue('108')
  await expect(page.getByText('108 not confirmed yet, saves 104')).toBeVisible()
  for (let run = 0; run < 2; run++) await button(page, 'Again').click()
  await expect(slider(page)).toHaveValue('104')
  await expect(page.getByText('saves 104 bpm')).toBeVisible()

  // It survives a reload, and the other part begins its own climb.
  await reloadOncePersisted(page)
  await expect(page.getByText('saves 104 bpm')).toBeVisible()
  await page.keyboard.press('PageUp')
  await button(page, 'Next').click()
  await expect(page.getByText('Saved Toccata, 104 bpm')).toBeVisible()
  await expect(piece(page)).toHaveText('Fugue')
  await expect(page.getByText('saves 90 bpm')).toBeVisible()
  // A tempo set by hand is not confirmed either.
  await slider(page).fill('80')
  await expect(page.getByText('80 not confirmed yet, saves 90')).toBeVisible()
  await waitOutPedalBounce(page)
  await button(page, 'Next').click()
  await expect(piece(page)).toContainText('Congratulations: 4 bpm gained, 1 part kept its tempo.')
})

test('[PX29][MT13] the trainer by bars raises the tempo that is shown while it plays', async ({ page }) => {
  await button(page, 'Start practicing').click()
  await button(page, 'Click settings').click()
  const dialog = settings(page)
  for (let press = 0; press < 3; press++)
    await dialog.getByRole('button', { name: 'beats in a bar: less' }).click()
  await tab(page, 'Trainer').click()
  await dialog.getByRole('radiogroup', { name: 'tempo trainer' }).getByText('Every few bars').click()
  for (let press = 0; press < 3; press++)
    await dialog.getByRole('button', { name: 'bars per step: less' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('trainer: +4 bpm every bar')).toBeVisible()
  await button(page, 'Start metronome').click()
  await expect(slider(page)).toHaveValue('120', { timeout: 15_000 })
  await expect(page.getByText('120 not confirmed yet, saves 100')).toBeVisible()
  await button(page, 'Clean').click()
  await expect(page.getByText('saves 120 bpm')).toBeVisible()
})

test('[PX42] every tab of the click settings fits the smallest phone without scrolling, in both languages @main', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'audioSession', { value: { type: 'auto' } })
  })
  await page.setViewportSize({ width: 320, height: 568 })
  for (const language of ['en', 'de'] as const) {
    await page.goto(`/practice?lng=${language}`)
    await page.getByRole('button', { name: /^(Start practicing|Üben beginnen)$/ }).click()
    await page.getByRole('button', { name: /^(Click settings|Klick einstellen)$/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^(silent bars: more|stumme Takte: mehr)$/ }).click()
    const tabs = dialog.getByRole('tab')
    await expect(tabs).toHaveCount(3)
    for (const at of [0, 1, 2]) {
      await tabs.nth(at).click()
      if (at === 1) await dialog.getByText(/^(When clean|Wenn sauber)$/).click()
      const { height, content } = await dialog.evaluate(({ clientHeight, scrollHeight }) => ({
        height: clientHeight,
        content: scrollHeight,
      }))
      expect(content, `${language}, tab ${at}`).toBeLessThanOrEqual(height)
    }
    // The arrow keys lead round the tabs.
    await tabs.nth(2).focus()
    await page.keyboard.press('ArrowRight')
    await expect(tabs.nth(0)).toBeFocused()
    await expect(tabs.nth(0)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^(Leave practice|Üben beenden)$/ }).click()
  }
})

test('[MT15] the mute switch of an iPhone is passed over until the musician says otherwise', async ({
  page,
}) => {
  // What Safari offers and Chromium does not.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'audioSession', { value: { type: 'auto' } })
  })
  await page.goto('/practice')
  await button(page, 'Start practicing').click()
  const type = () => page.evaluate(() => Reflect.get(Object(Reflect.get(navigator, 'audioSession')), 'type'))
  await expect.poll(type).toBe('playback')
  await button(page, 'Click settings').click()
  await settings(page).getByRole('checkbox', { name: 'play even on silent' }).uncheck()
  await expect.poll(type).toBe('ambient')
})
