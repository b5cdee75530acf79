import type { Page } from '@playwright/test'
import { addUnsplitPieceOnScreen } from './pieces/add-whole-piece.ts'
import { requestLinkThroughScreen } from './sign-in/ask-for-link.ts'
import { button } from './controls.ts'
import { expect, signInLinkIn, test } from './musician.ts'

test.describe('the main job, as a newcomer does it', () => {
  test('[JB1] by link: sign in, add a whole piece, practice it, reload, find the tempo on a second device @main', async ({
    page,
    musician,
  }) => {
    await requestLinkThroughScreen(page, musician.email)
    await page.goto(signInLinkIn(await musician.newestMail()))
    await expect(page).toHaveURL(/\/practice$/)
    await button(page, 'Add your first piece').click()

    await addUnsplitPieceOnScreen(page, { name: 'Clair de lune', urgency: /^5/, goal: 96, current: 72 })
    await expect(page.getByText('75%')).toBeVisible()

    await practiceFirst(page)
    await expect(page.getByRole('heading', { name: 'Clair de lune' })).toBeVisible()
    await page.getByRole('slider', { name: 'tempo' }).fill('84')
    await page.getByRole('button', { name: /^Next/ }).click()
    await expect(page.getByRole('heading', { name: /Congratulations/ })).toBeVisible()

    await page.goto('/pieces')
    await expect(page.getByText('87%')).toBeVisible()
    await page.reload()
    await expect(page.getByText('87%')).toBeVisible()

    const phone = await musician.secondDevice()
    await phone.goto('/pieces')
    await expect(phone.getByText('Clair de lune')).toBeVisible()
    await expect(phone.getByText('87%')).toBeVisible()
  })
})

async function practiceFirst(page: Page) {
  await page.getByRole('link', { name: 'Practice', exact: true }).click()
  await button(page, 'Start practicing').click()
}
