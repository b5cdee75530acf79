import type { Locator, Page } from '@playwright/test'
import { button } from '../controls.ts'
import { expect, test } from '../musician.ts'

// A second press that was not meant.

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
