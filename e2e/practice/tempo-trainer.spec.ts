import { button } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { clickSettings, clickSettingsTab, heading, openTwoPieces, tempoSlider } from './two-pieces.ts'

test('[TR4] the trainer: three clean runs in a row confirm the tempo and go up, Next saves what is confirmed and says so; by bars the tempo climbs while it plays @main', async ({
  page,
  musician,
}) => {
  await openTwoPieces(page, musician)
  await button(page, 'Start practicing').click()
  const trainer = button(page, 'Tempo trainer')
  await trainer.click()
  await button(page, 'Clean').click()
  await trainer.click()
  // Setting a tempo while it is off resets its count.
  await tempoSlider(page).fill('60')
  await trainer.click()
  await expect(trainer).toHaveAccessibleDescription('+2 bpm, 0 of 3 clean')
  await tempoSlider(page).fill('100')
  await expect(page.getByText('+4 bpm, 0 of 3 clean')).toBeVisible()
  await expect(button(page, '+5 bpm')).toHaveCount(0)

  for (let run = 0; run < 4; run++) await button(page, 'Clean').click()
  await expect(tempoSlider(page)).toHaveValue('104')
  await expect(page.getByText('+4 bpm, 1 of 3 clean')).toBeVisible()
  await expect(page.getByText('104 not confirmed yet, saves 100')).toBeVisible()
  for (let run = 0; run < 2; run++) await button(page, 'Clean').click()
  await expect(tempoSlider(page)).toHaveValue('108')
  await expect(page.getByText('108 not confirmed yet, saves 104')).toBeVisible()
  for (let run = 0; run < 2; run++) await button(page, 'Again').click()
  await expect(tempoSlider(page)).toHaveValue('104')
  await expect(page.getByText('saves 104 bpm')).toBeVisible()

  // It survives a reload, and the next part starts its own count.
  await page.reload()
  await expect(page.getByText('saves 104 bpm')).toBeVisible()
  await page.keyboard.press('PageUp')
  await button(page, 'Next').click()
  await expect(page.getByText('Saved Toccata, 104 bpm')).toBeVisible()
  await expect(heading(page)).toHaveText('Fugue')
  await expect(page.getByText('saves 90 bpm')).toBeVisible()

  await test.step('by bars it raises the tempo that is shown while it plays', async () => {
    await button(page, 'Click settings').click()
    const dialog = clickSettings(page)
    for (let press = 0; press < 3; press++)
      await dialog.getByRole('button', { name: 'beats in a bar: less' }).click()
    await clickSettingsTab(page, 'Trainer').click()
    await dialog.getByRole('radiogroup', { name: 'tempo trainer' }).getByText('Every few bars').click()
    for (let press = 0; press < 3; press++)
      await dialog.getByRole('button', { name: 'bars per step: less' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByText('+3 bpm every bar')).toBeVisible()
    // A tempo set by hand is not confirmed either, and a reload keeps it.
    await tempoSlider(page).fill('111')
    await expect(page.getByText('111 not confirmed yet, saves 90')).toBeVisible()
    await page.reload()
    await button(page, 'Clean').click()
    await expect(page.getByText('saves 111 bpm')).toBeVisible()
    await button(page, 'Start metronome').click()
    await expect(tempoSlider(page)).toHaveValue('120')
    await expect(page.getByText('now 120 bpm')).toHaveCount(1)
    await button(page, 'Clean').click()
    await expect(page.getByText('saves 120 bpm')).toBeVisible()
  })
})
