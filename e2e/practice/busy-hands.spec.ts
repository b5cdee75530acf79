import type { Locator, Page } from '@playwright/test'
import { button } from '../controls.ts'
import { expect, test } from '../musician.ts'

// What happens to hands that hold an instrument, and in places with a poor network.

/** Two presses as a finger makes them: the page has time to answer the first, and the second is a double click's. */
async function pressTwice(page: Page, target: Locator, answered: Locator) {
  const box = await target.boundingBox()
  if (box === null) throw new Error('it is not on the screen')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down({ clickCount: 1 })
  await page.mouse.up({ clickCount: 1 })
  await expect(answered).toBeVisible()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
}

test('[UI22] a double click on Next answers one question of the wizard, not two @main', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await page.goto('/new?as=whole')
  await page.getByRole('textbox', { name: 'name of the piece' }).fill('Gigue')
  await pressTwice(page, button(page, 'Next'), page.getByRole('heading', { name: 'how urgent is it?' }))
  await expect(page.getByRole('radio', { name: '3' })).toBeChecked()
  await button(page, 'Next').click()
  await expect(page.getByRole('spinbutton', { name: 'goal bpm' })).toBeVisible()
})

test('[UI7] Undo gives the focus back to where it was', async ({ page, musician }) => {
  await musician.signIn()
  await musician.fillLibrary()
  await page.goto('/practice')
  await button(page, 'Start practicing').click()
  await button(page, 'Next').click()
  // Where it goes with each step (rule PD5); from elsewhere one sees that it comes back.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const slider = page.getByRole('slider', { name: 'tempo' })
  await slider.focus()
  await button(page, 'Undo').click()
  await expect(button(page, 'Undo')).toBeHidden()
  await expect(slider).toBeFocused()
})

test.describe('with answers that are failures', () => {
  test.use({ expectedFaults: [/Failed to load resource|dynamically imported module|preload CSS/] })

  test('[UI12] a screen that was never fetched does not take the others away when the server is gone', async ({
    page,
    musician,
  }) => {
    await musician.signIn()
    await musician.fillLibrary()
    await page.goto('/practice')
    await expect(button(page, 'Start practicing')).toBeVisible()
    // Online as far as the browser knows, and yet nobody answers.
    await page.route('**/*', route => route.abort('connectionrefused'))
    await page.getByRole('link', { name: 'Account' }).click()
    await expect(page.getByRole('heading', { name: 'this screen did not load' })).toBeVisible()
    await button(page, 'Try again').click()
    await expect(page.getByRole('alert').filter({ hasText: 'offline' })).toBeVisible()
    await page.getByRole('link', { name: 'Practice', exact: true }).click()
    await expect(button(page, 'Start practicing')).toBeVisible()
  })
})
