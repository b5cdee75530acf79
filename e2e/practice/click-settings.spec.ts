import { navigationLink, button } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { clickSettings, clickSettingsTab, heading, signInWithTwoPieces } from './two-pieces.ts'

// Click settings: those of a piece sync to every device, those of the sound stay on this one.

test('[CK1][PS14][MT14] the click of a piece is set on its form as in a step, for every device; what is set of the sound stays with this one; "Practice this piece" starts a routine of its parts, and Back leads to the piece', async ({
  page,
  musician,
}) => {
  await signInWithTwoPieces(musician)
  // Safari has an audio session, Chromium has none.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'audioSession', { value: { type: 'auto' } })
  })
  await page.goto('/practice')
  const dialog = clickSettings(page)
  await test.step('the click of a piece is set on its form', async () => {
    await navigationLink(page, 'Pieces').click()
    await page.getByRole('link', { name: 'Edit Toccata' }).click()
    await button(page, 'Click of this piece').click()
    await dialog.getByRole('button', { name: 'beats in a bar: less' }).click()
    await dialog.getByRole('checkbox', { name: 'count-in' }).check()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(button(page, 'Click of this piece')).toBeFocused()
  })

  await test.step('and in a step of a routine of its parts, for every device', async () => {
    await page.getByRole('link', { name: 'Practice this piece' }).click()
    await expect(page.getByText('1 of 1', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(/\/practice\?step=1$/)
    await button(page, 'Click settings').click()
    await expect(dialog.getByRole('heading', { name: 'for Toccata' })).toBeVisible()
    await expect(dialog.getByRole('group', { name: 'beats in a bar' })).toContainText('3')
    await dialog.getByRole('checkbox', { name: 'accent on one' }).check()
    await dialog.getByRole('button', { name: 'silent bars: more' }).click()
    const sounding = dialog.getByRole('group', { name: 'after bars with click' })
    await expect(sounding).toBeVisible()
    await clickSettingsTab(page, 'Trainer').click()
    await expect(sounding).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Close' }).click()

    const other = await musician.secondDevice()
    await other.goto('/practice')
    await button(other, 'Start practicing').click()
    await button(other, 'Click settings').click()
    await expect(clickSettings(other).getByRole('group', { name: 'beats in a bar' })).toContainText('3')
    await expect(clickSettings(other).getByRole('checkbox', { name: 'count-in' })).toBeChecked()
    await expect(clickSettings(other).getByRole('checkbox', { name: 'accent on one' })).toBeChecked()
    // The next piece keeps its own click.
    await clickSettings(other).getByRole('button', { name: 'beats in a bar: less' }).click()
    await other.keyboard.press('Escape')
    await button(other, 'Next').click()
    await expect(heading(other)).toHaveText('Fugue')
    await button(other, 'Click settings').click()
    await expect(clickSettings(other).getByRole('group', { name: 'beats in a bar' })).toContainText('4')
  })

  await test.step('what is set of the sound stays with this device, and a reload with the routine', async () => {
    await button(page, 'Mute the click').click()
    await expect(button(page, 'Unmute the click')).toBeFocused()
    await button(page, 'Click settings').click()
    await dialog.getByRole('slider', { name: 'volume' }).fill('40')
    await page.keyboard.press('Escape')
    await expect(button(page, 'Click settings')).toBeFocused()
    await page.reload()
    await expect(button(page, 'Unmute the click')).toBeVisible()
    await button(page, 'Click settings').click()
    await expect(dialog.getByRole('slider', { name: 'volume' })).toHaveValue('40')
  })

  await test.step('the mute switch of an iPhone is passed over until the musician says otherwise', async () => {
    const sessionType = () =>
      page.evaluate(() => Reflect.get(Object(Reflect.get(navigator, 'audioSession')), 'type'))
    await expect.poll(sessionType).toBe('playback')
    await dialog.getByRole('checkbox', { name: 'play even on silent' }).uncheck()
    await expect.poll(sessionType).toBe('ambient')
    await page.keyboard.press('Escape')
  })

  await page.goBack()
  await expect(heading(page)).toContainText('Toccata')
})
