import type { Locator, Page } from '@playwright/test'
import { button, waitOutPedalBounce } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { clickSettings, clickSettingsTab, heading, openTwoPieces, tempoSlider } from './two-pieces.ts'

async function holdUntil(page: Page, key: string, title: string) {
  await page.keyboard.down(key)
  await expect(heading(page)).toContainText(title)
  await page.keyboard.up(key)
}

async function tabTo(page: Page, control: Locator) {
  do await page.keyboard.press('Tab')
  while (!(await control.evaluate(element => element === document.activeElement)))
}

test.beforeEach(({ page, musician }) => openTwoPieces(page, musician))

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

test('[PD1] the whole routine by keyboard alone: with the keys of the stand, and with Tab to each control @main', async ({
  page,
}) => {
  const { keyboard } = page
  await tabTo(page, button(page, 'Start practicing'))
  await keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Toccata')
  await expect(heading(page)).toBeFocused()
  await keyboard.press('Space')
  await expect(button(page, 'Stop metronome')).toBeVisible()
  await keyboard.press('ArrowUp')
  await keyboard.press('ArrowDown')
  await keyboard.press('Shift+ArrowUp')
  await expect(tempoSlider(page)).toHaveValue('105')
  await keyboard.press('Shift+ArrowDown')
  await keyboard.press('ArrowUp')
  await expect(tempoSlider(page)).toHaveValue('101')
  await keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Fugue')

  await tabTo(page, button(page, 'Start metronome'))
  await keyboard.press('Space')
  await expect(button(page, 'Stop metronome')).toBeFocused()
  await tabTo(page, button(page, '+5 bpm'))
  await keyboard.press('Enter')
  await expect(tempoSlider(page)).toHaveValue('95')
  await tabTo(page, button(page, 'Next'))
  await waitOutPedalBounce(page)
  await keyboard.press('Enter')
  await expect(heading(page)).toContainText('Congratulations: 6 bpm gained')
  await keyboard.press('Enter')
  await expect(heading(page)).toHaveText('today')
})

test.describe('a finger', () => {
  test.use({ hasTouch: true })

  test('[PD1] the whole routine by touch alone', async ({ page }) => {
    const tap = (name: string) => button(page, name).tap()
    await tap('Start practicing')
    await tap('Start metronome')
    await tap('+5 bpm')
    await tap('one bpm less')
    await expect(tempoSlider(page)).toHaveValue('104')
    await tap('Stop metronome')
    await tap('Next')
    await expect(heading(page)).toHaveText('Fugue')
    await tap('Skip')
    await expect(heading(page)).toContainText('Congratulations: 4 bpm gained')
    await tap('Done. Tomorrow, da capo.')
    await expect(heading(page)).toHaveText('today')
  })
})

const pressAt = (page: Page, code: string, afterMs: number) =>
  page.evaluate(
    ([key, time]) => {
      for (const type of ['keydown', 'keyup']) {
        const event = new KeyboardEvent(type, { code: key, key, bubbles: true })
        Object.defineProperty(event, 'timeStamp', { value: 1_000_000 + time })
        document.body.dispatchEvent(event)
      }
    },
    [code, afterMs] as const,
  )

test('[PX7] the echo of the pedal that starts a routine saves no step, one that bounces starts the click once, and the echo of the one that ends the routine does not leave', async ({
  page,
}) => {
  await pressAt(page, 'ArrowRight', 0)
  await expect(heading(page)).toHaveText('Toccata')
  await pressAt(page, 'ArrowRight', 599)
  // That this press counts shows that the one before did not.
  await pressAt(page, 'PageUp', 2000)
  await pressAt(page, 'PageUp', 2030)
  await expect(button(page, 'Stop metronome')).toBeVisible()
  await pressAt(page, 'PageUp', 2299)
  await pressAt(page, 'PageUp', 2601)
  await expect(button(page, 'Start metronome')).toBeVisible()
  await pressAt(page, 'PageDown', 5000)
  await expect(heading(page)).toHaveText('Fugue')
  await pressAt(page, 'ArrowRight', 10_000)
  await expect(heading(page)).toContainText('Congratulations')
  await pressAt(page, 'ArrowRight', 10_599)
  await expect(heading(page)).toContainText('Congratulations')
  await pressAt(page, 'ArrowRight', 20_000)
  await expect(heading(page)).toHaveText('today')
})

test('[PD2][PD1] teaching a pedal can be left; one that sends other keys is taught once, and its two keys alone lead the whole routine @main', async ({
  page,
}) => {
  await button(page, 'Start practicing').click()
  await button(page, 'Click settings').click()
  await clickSettingsTab(page, 'Pedal').click()
  await clickSettings(page).getByRole('button', { name: 'Set up a pedal' }).click()
  // Escape ends the setup and leaves the dialog open.
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
  await expect(clickSettings(page).getByText('That was the same one. Now the left one.')).toBeVisible()
  await page.keyboard.press('p')
  await expect(clickSettings(page).getByRole('button', { name: 'Forget the pedal' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(clickSettings(page)).toHaveCount(0)
  await expect(button(page, 'Click settings')).toBeFocused()
  await button(page, 'Pause practice').click()
  // The way back to the overview would end the reload.
  await expect(page).toHaveURL(/\/practice$/)

  // The pedal is stored on this device.
  await page.reload()
  await expect(button(page, 'Start practicing')).toBeVisible()
  await goThroughRoutine(page, 'n', 'p')
})

test('[PD5] a held key counts once, nothing acts behind a dialog, a control that a pointer pressed has no keys of its own, and one that was reached by Tab has them', async ({
  page,
}) => {
  await test.step('a held key counts once, and nothing acts behind a dialog', async () => {
    await button(page, 'Start practicing').click()
    await expect(heading(page)).toHaveText('Toccata')
    await expect(heading(page)).toBeFocused()
    for (const key of ['Space', 'ArrowUp']) {
      for (let repeat = 0; repeat < 5; repeat++) await page.keyboard.down(key)
      await page.keyboard.up(key)
    }
    await expect(button(page, 'Stop metronome')).toBeVisible()
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

  await test.step('what was touched last leaves the keys to the stand', async () => {
    await button(page, 'one bpm less').click()
    await page.keyboard.press('Space')
    await expect(button(page, 'Start metronome')).toBeVisible()
    await expect(tempoSlider(page)).toHaveValue('100')
    await tempoSlider(page).click()
    const tempo = await tempoSlider(page).inputValue()
    await page.keyboard.press('Home')
    await expect(tempoSlider(page)).toHaveValue(tempo)
    await page.keyboard.press('ArrowLeft')
    await expect(button(page, 'Stop metronome')).toBeVisible()
    await expect(tempoSlider(page)).toHaveValue(tempo)
  })

  await test.step('a step focuses its heading; a control that was reached by Tab has its own keys', async () => {
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('Fugue')
    await expect(heading(page)).toBeFocused()
    await expect(tempoSlider(page)).toHaveValue('90')

    await tabTo(page, tempoSlider(page))
    await page.keyboard.press('ArrowRight')
    await expect(tempoSlider(page)).toHaveValue('91')
    // The slider handles arrows, Home and End itself; the keys of a pedal still act.
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
