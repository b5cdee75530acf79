import { button } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { translatePages } from '../page-translation.ts'

// This is how Safari translates. e2e/states visits every screen translated as Chrome and Edge do it.
test('[UI76] in a page that the browser translates by other texts, the try-out tells what is set, clicks and trains', async ({
  page,
}) => {
  await translatePages(page, 'texts')
  await page.goto('/signin')
  await page.getByRole('link', { name: /^Try/ }).click()
  const slider = page.getByRole('slider', { name: 'tempo' })
  const before = Number(await slider.inputValue())
  for (let press = 0; press < 4; press += 1) await button(page, '−5 bpm').click()
  await expect(slider).toHaveValue(String(before - 20))
  await expect(page.getByRole('main')).toContainText(`${before - 20}`)
  await button(page, 'Start metronome').click()
  await expect(button(page, 'Stop metronome')).toHaveText('Stop')
  await button(page, 'Stop metronome').click()
  await expect(button(page, 'Start metronome')).toHaveText('Start')
  await button(page, 'Tempo trainer').click()
  await button(page, 'Clean').click()
  await expect(page.getByText('1 of 3 clean')).toBeVisible()
})
