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

  await test.step('in a step', async () => {
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toBeFocused()
    await page.keyboard.press('?')
    await expect(groups).toHaveText(['today', 'in a step', 'in a step with the tempo trainer', 'everywhere'])
    await expect(list.getByText('arrow right, Page Down, Enter').nth(1)).toBeVisible()
    // The keys of the step do nothing behind the list.
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await expect(title).toBeFocused()
    await expect(button(page, '1 of 7, all parts')).toBeVisible()
  })

  await test.step('in a form it is a letter', async () => {
    await page.goto('/pieces')
    await page.getByRole('link', { name: 'Edit The Swan' }).click()
    const name = page.getByRole('textbox', { name: 'name', exact: true })
    await name.fill('Swan')
    await name.press('?')
    await expect(name).toHaveValue('Swan?')
    await expect(list).toBeHidden()
    await button(page, 'Delete piece').focus()
    await page.keyboard.press('?')
    await expect(groups).toHaveText(['in a tempo field', 'sections', 'everywhere'])
    await page.keyboard.press('Escape')
    await button(page, 'Delete piece').click()
    await page.keyboard.press('?')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expect(list).toBeHidden()
  })

  await test.step('the account has those of all screens', async () => {
    await page.goto('/account')
    await button(page, 'Keyboard shortcuts').click()
    await expect(groups).toHaveCount(7)
    await page.keyboard.press('Escape')
    await expect(button(page, 'Keyboard shortcuts')).toBeFocused()
  })
})
