import { button } from '../controls.ts'
import { expect, test } from '../musician.ts'

test('[PD1] "?" lists the keys of the screen, not in a field and not over a dialog, and Esc gives the focus back', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.fillLibrary()
  await page.goto('/practice')
  await button(page, 'Start practicing').click()
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const groups = list.getByRole('heading', { level: 3 })
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toBeFocused()
  await page.keyboard.press('?')
  await expect(groups).toHaveText(['today', 'in a step', 'in a step with the tempo trainer', 'everywhere'])
  // The keys of the step do nothing behind the list.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(title).toBeFocused()
  await expect(button(page, '1 of 7, all parts')).toBeVisible()

  await page.goto('/pieces')
  await page.getByRole('link', { name: 'Edit The Swan' }).click()
  const name = page.getByRole('textbox', { name: 'name', exact: true })
  await name.fill('Swan')
  await name.press('?')
  await expect(name).toHaveValue('Swan?')
  await button(page, 'Delete piece').click()
  await page.keyboard.press('?')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expect(list).toBeHidden()
})
