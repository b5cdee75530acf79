import type { Page } from '@playwright/test'
import { addUnsplitPieceOnScreen } from './pieces/add-whole-piece.ts'
import { requestLinkThroughScreen } from './sign-in/ask-for-link.ts'
import { button, waitOutPedalBounce } from './controls.ts'
import { signInCodeIn, expect, signInLinkIn, test } from './musician.ts'

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

  test('[JB1] by code: sign in, add sections, practice two of them, save both @main', async ({
    page,
    musician,
  }) => {
    await requestLinkThroughScreen(page, musician.email)
    await page.getByRole('textbox', { name: 'code' }).fill(signInCodeIn(await musician.newestMail()))
    await button(page, 'Sign in').click()
    await expect(page).toHaveURL(/\/practice$/)

    await page.goto('/new')
    await page.getByRole('button', { name: 'Split in sections' }).click()
    await page.getByRole('textbox', { name: 'name of the piece' }).fill('Bach Partita 2')
    await next(page)
    await page.getByRole('radio', { name: /^4/ }).check({ force: true })
    await next(page)
    await page.getByRole('spinbutton', { name: 'goal bpm' }).fill('126')
    await next(page)
    for (const [section, tempo] of [
      ['Allemanda', '112'],
      ['Giga', '104'],
    ] as const) {
      await page.getByRole('textbox', { name: 'new section' }).fill(section)
      await page.getByRole('spinbutton').fill(tempo)
      await button(page, 'Add section').click()
    }
    await button(page, 'Save').click()
    // The first piece leads to today.
    await expect(page).toHaveURL(/\/practice$/)
    await button(page, 'Start practicing').click()
    // Giga is further from its goal, so it comes first.
    await expect(page.getByText('Giga')).toBeVisible()
    await button(page, 'one bpm more').click()
    await next(page)
    await expect(page.getByText('Allemanda')).toBeVisible()
    await waitOutPedalBounce(page)
    await next(page)
    await expect(page.getByRole('heading', { name: /Congratulations/ })).toBeVisible()

    await page.goto('/practice')
    await expect(page.getByRole('listitem').filter({ hasText: 'Giga' })).toContainText('105')
    await page.reload()
    await expect(page.getByRole('listitem').filter({ hasText: 'Giga' })).toContainText('105')
  })
})

const next = (page: Page) => page.getByRole('button', { name: /^Next/ }).click()

async function practiceFirst(page: Page) {
  await page.getByRole('link', { name: 'Practice', exact: true }).click()
  await button(page, 'Start practicing').click()
}
