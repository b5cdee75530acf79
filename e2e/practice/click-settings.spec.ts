import { button } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { clickSettings, signInWithTwoPieces } from './two-pieces.ts'

// What is set of the click: for a piece on every device, for the sound on this one.

test.beforeEach(async ({ page, musician }) => {
  await signInWithTwoPieces(musician)
  // What Safari offers and Chromium does not.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'audioSession', { value: { type: 'auto' } })
  })
})

test('[CK1][MT14] the click of a piece is kept with the piece, what is set of the sound with this device, and an iPhone’s mute switch is passed over or not', async ({
  page,
  musician,
}) => {
  await page.goto('/practice')
  await test.step('the click of a piece is kept with the piece, on every device', async () => {
    await button(page, 'Start practicing').click()
    await button(page, 'Click settings').click()
    const dialog = clickSettings(page)
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
    await expect(clickSettings(other).getByRole('group', { name: 'beats in a bar' })).toContainText('3')
    await expect(clickSettings(other).getByRole('checkbox', { name: 'accent on one' })).toBeChecked()
  })

  await test.step('what is set of the sound stays with this device', async () => {
    await button(page, 'Mute the click').click()
    await expect(button(page, 'Unmute the click')).toBeFocused()
    await button(page, 'Click settings').click()
    await clickSettings(page).getByRole('slider', { name: 'volume' }).fill('40')
    await page.keyboard.press('Escape')
    await expect(button(page, 'Click settings')).toBeFocused()
    await page.reload()
    await expect(button(page, 'Unmute the click')).toBeVisible()
    await button(page, 'Click settings').click()
    await expect(page.getByRole('dialog').getByRole('slider', { name: 'volume' })).toHaveValue('40')
  })

  await test.step('the mute switch of an iPhone is passed over until the musician says otherwise', async () => {
    const type = () =>
      page.evaluate(() => Reflect.get(Object(Reflect.get(navigator, 'audioSession')), 'type'))
    await expect.poll(type).toBe('playback')
    await clickSettings(page).getByRole('checkbox', { name: 'play even on silent' }).uncheck()
    await expect.poll(type).toBe('ambient')
  })
})
