import type { Page } from '@playwright/test'
import { button, deletePieceOnScreen, listEntry, logOut, successToast, textField } from '../controls.ts'
import { expect, newestMailTo, signInCodeIn, test } from '../musician.ts'
import { addUnsplitPieceOnScreen } from '../pieces/add-whole-piece.ts'
import { requestLinkThroughScreen } from '../sign-in/ask-for-link.ts'
import { translatePages } from '../page-translation.ts'

test('[UI76] in a page that the browser translates, the main job is done from the sign-in to the log-out @main', async ({
  page,
  musician,
  baseURL,
}) => {
  await translatePages(page)
  await requestLinkThroughScreen(page, musician.email)
  await textField(page, 'code').fill(
    signInCodeIn(await newestMailTo(page.request, baseURL ?? '', musician.email)),
  )
  await button(page, 'Sign in').click()
  await button(page, 'Add your first piece').click()
  await addUnsplitPieceOnScreen(page, { name: 'Clair de lune', urgency: /^5/, goal: 96, current: 72 })
  await page.getByRole('link', { name: 'Practice', exact: true }).click()
  await page.getByRole('radio', { name: '20 minutes' }).check({ force: true })
  await button(page, 'Start 20 minutes').click()
  await expectTempoAndStartTold(page)
  await button(page, 'Leave practice').click()

  await page.getByRole('link', { name: 'Pieces', exact: true }).click()
  await deletePieceOnScreen(page, 'Clair de lune')
  await expect(successToast(page, 'Deleted Clair de lune')).toBeVisible()
  await expect(listEntry(page, 'Clair de lune')).toHaveCount(0)

  await page.getByRole('link', { name: 'Account' }).click()
  const saved = page.waitForEvent('download')
  await button(page, 'Export as JSON').click()
  await saved
  await button(page, 'Feedback').click()
  await page.getByRole('dialog').getByRole('textbox').fill('In Portuguese, please.')
  await button(page, 'Send').click()
  await expect(successToast(page, 'Thank you')).toBeVisible()
  await logOut(page)
  await expect(page.getByRole('textbox', { name: 'your email' })).toBeVisible()
  await expect(page.locator('font').first()).toBeVisible()
})

for (const put of ['font elements', 'texts'] as const)
  test(`[UI76] in a page that the browser translates by other ${put}, the try-out trains`, async ({
    page,
  }) => {
    await translatePages(page, put)
    await page.goto('/signin')
    await page.getByRole('link', { name: /^Try/ }).click()
    await expectTempoAndStartTold(page)
    await button(page, 'Tempo trainer').click()
    await button(page, 'Clean').click()
    await expect(page.getByText('1 of 3 clean')).toBeVisible()
  })

/** At a step: what is set is what is shown, in the translation too. */
async function expectTempoAndStartTold(page: Page) {
  const slider = page.getByRole('slider', { name: 'tempo' })
  const before = Number(await slider.inputValue())
  for (let press = 0; press < 4; press += 1) await button(page, '−5 bpm').click()
  await expect(slider).toHaveValue(String(before - 20))
  await expect(page.getByRole('main')).toContainText(`${before - 20}`)
  await button(page, 'Start metronome').click()
  await expect(button(page, 'Stop metronome')).toHaveText('Stop')
  await button(page, 'Stop metronome').click()
  await expect(button(page, 'Start metronome')).toHaveText('Start')
}
