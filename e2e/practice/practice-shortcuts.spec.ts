import type { Locator, Page } from '@playwright/test'
import { button, waitOutPedalBounce } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { clickSettings, clickSettingsTab, heading, openTwoPieces, tempoSlider } from './two-pieces.ts'

// Keys and pedals in a practice session.

/** Holds a key until the heading of the screen that a long press leads to is there. */
async function holdUntil(page: Page, key: string, title: string) {
  await page.keyboard.down(key)
  await expect(heading(page)).toContainText(title)
  await page.keyboard.up(key)
}

/** Presses Tab at least once, until a control has the focus. */
async function tabTo(page: Page, control: Locator) {
  do await page.keyboard.press('Tab')
  while (!(await control.evaluate(element => element === document.activeElement)))
}

/** Teaches the pedal its two keys in the settings. */
async function teach(page: Page, forward: string, backward: string) {
  await clickSettings(page).getByRole('button', { name: 'Set up a pedal' }).click()
  await expect(clickSettings(page).getByText('Press the right pedal.')).toBeVisible()
  await page.keyboard.press(forward)
  await page.keyboard.press(backward)
  await expect(clickSettings(page).getByRole('button', { name: 'Forget the pedal' })).toBeVisible()
}

async function closeByKey(page: Page) {
  await page.keyboard.press('Escape')
  await expect(clickSettings(page)).toHaveCount(0)
}

test.beforeEach(({ page, musician }) => openTwoPieces(page, musician))

/** Goes through both parts with two keys: saves the first, comes back to it, and skips the second. */
async function goThroughRoutine(page: Page, forward: string, backward: string) {
  await page.keyboard.press(forward)
  await expect(heading(page)).toHaveText('Toccata')
  await page.keyboard.press(backward)
  await expect(button(page, 'Stop metronome')).toBeVisible()
  await waitOutPedalBounce(page)
  await page.keyboard.press(backward)
  await expect(button(page, 'Start metronome')).toBeVisible()
  await page.keyboard.press(forward)
  await expect(heading(page)).toHaveText('Fugue')
  await holdUntil(page, backward, 'Toccata')
  await waitOutPedalBounce(page)
  await page.keyboard.press(forward)
  await expect(heading(page)).toHaveText('Fugue')
  await waitOutPedalBounce(page)
  await holdUntil(page, forward, '1 part kept its tempo')
  await waitOutPedalBounce(page)
  await page.keyboard.press(forward)
  await expect(heading(page)).toHaveText('today')
}

test('[PD1] the whole routine with two keys alone, first with Page Down and Page Up, then with arrow keys @main', async ({
  page,
}) => {
  await goThroughRoutine(page, 'PageDown', 'PageUp')

  // The next round begins at the top once Fugue has been practiced, too.
  await button(page, 'Start practicing').click()
  await expect(heading(page)).toHaveText('Fugue')
  await button(page, 'Next').click()
  await button(page, 'Done. Tomorrow, da capo.').click()
  await expect(heading(page)).toHaveText('today')
  await waitOutPedalBounce(page)

  await goThroughRoutine(page, 'ArrowRight', 'ArrowLeft')
})

test('[PD2] teaching a pedal can be left; one that sends other keys is taught once, and then leads the whole routine', async ({
  page,
}) => {
  await button(page, 'Start practicing').click()
  await button(page, 'Click settings').click()
  await clickSettingsTab(page, 'Pedal').click()
  await clickSettings(page).getByRole('button', { name: 'Set up a pedal' }).click()
  // Escape leaves the teaching and closes nothing else.
  await page.keyboard.press('Escape')
  await expect(clickSettings(page)).toBeVisible()
  await expect(clickSettings(page).getByRole('button', { name: 'Forget the pedal' })).toHaveCount(0)
  await clickSettings(page).getByRole('button', { name: 'Set up a pedal' }).click()
  await expect(clickSettings(page).getByText('Press the right pedal.')).toBeVisible()
  // A pedal whose keys have neither a code nor a name.
  await clickSettings(page).dispatchEvent('keydown', { code: '', key: 'Unidentified' })
  await expect(clickSettings(page).getByText('This pedal sends nothing that Dacapo can use.')).toBeVisible()
  await page.keyboard.press('n')
  await page.keyboard.press('n')
  await expect(clickSettings(page).getByText('Now the left one. That was the same one.')).toBeVisible()
  await page.keyboard.press('p')
  await expect(clickSettings(page).getByRole('button', { name: 'Forget the pedal' })).toBeVisible()
  await closeByKey(page)
  await expect(button(page, 'Click settings')).toBeFocused()

  await page.keyboard.press('p')
  await expect(button(page, 'Stop metronome')).toBeVisible()
  await page.keyboard.press('n')
  await expect(heading(page)).toHaveText('Fugue')
  // Also after a reload: it is kept on this device.
  await page.reload()
  await expect(heading(page)).toHaveText('Fugue')
  // Each screen reads it anew, for a few milliseconds in which no foot is back on the pedal.
  await waitOutPedalBounce(page)
  await page.keyboard.press('n')
  await expect(heading(page)).toContainText('Congratulations')
  await waitOutPedalBounce(page)
  await page.keyboard.press('n')
  await expect(heading(page)).toHaveText('today')
})

test('[PD5] a held key counts once, nothing acts behind a dialog, five bpm more never go past the ends of the slider, and a control that was reached by Tab has its own keys', async ({
  page,
}) => {
  await test.step('a held key counts once, and nothing acts behind a dialog', async () => {
    await button(page, 'Start practicing').click()
    await expect(heading(page)).toHaveText('Toccata')
    await expect(heading(page)).toBeFocused()
    await page.keyboard.down('Space')
    for (let repeat = 0; repeat < 4; repeat++) await page.keyboard.down('Space')
    await page.keyboard.up('Space')
    await expect(button(page, 'Stop metronome')).toBeVisible()
    await page.keyboard.down('ArrowUp')
    for (let repeat = 0; repeat < 4; repeat++) await page.keyboard.down('ArrowUp')
    await page.keyboard.up('ArrowUp')
    await expect(tempoSlider(page)).toHaveValue('101')

    await button(page, 'Click settings').click()
    await expect(clickSettings(page)).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('PageDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await expect(heading(page)).toHaveText('Toccata')
    await expect(tempoSlider(page)).toHaveValue('101')
  })

  await test.step('five bpm less and more, and never past the ends of the slider', async () => {
    await button(page, '−5 bpm').click()
    await expect(tempoSlider(page)).toHaveValue('96')
    for (let press = 0; press < 12; press++) await button(page, '+5 bpm').click()
    await expect(tempoSlider(page)).toHaveValue('140')
  })

  await test.step('a step focuses its heading; a control that was reached by Tab has its own keys', async () => {
    // The last button was touched with a finger, so the pedal still leads.
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('Fugue')
    await expect(heading(page)).toBeFocused()
    await expect(tempoSlider(page)).toHaveValue('90')

    await tabTo(page, tempoSlider(page))
    await page.keyboard.press('ArrowRight')
    await expect(tempoSlider(page)).toHaveValue('91')
    // The slider keeps its arrows, Home and End; the keys of a pedal act.
    await page.keyboard.press('PageUp')
    await expect(button(page, 'Stop metronome')).toBeVisible()
    await expect(tempoSlider(page)).toHaveValue('91')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(button(page, 'one bpm less')).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await expect(tempoSlider(page)).toHaveValue('89')
    await expect(heading(page)).toHaveText('Fugue')
  })
})

test('[PD5] after settings that were opened by touch and closed by key the keys act; opened by key, only those that the button has no use for', async ({
  page,
}) => {
  const settings = button(page, 'Click settings')
  await button(page, 'Start practicing').click()
  await settings.click()
  await clickSettingsTab(page, 'Pedal').click()
  await teach(page, 'n', 'Enter')
  await closeByKey(page)
  await expect(settings).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Stop metronome')).toBeVisible()

  await tabTo(page, settings)
  await page.keyboard.press('Enter')
  await expect(clickSettings(page)).toBeVisible()
  await closeByKey(page)
  await expect(settings).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(clickSettings(page)).toBeVisible()
  await closeByKey(page)
  await page.keyboard.press('n')
  await expect(heading(page)).toHaveText('Fugue')
})
