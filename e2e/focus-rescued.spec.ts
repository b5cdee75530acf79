import { button } from './controls.ts'
import { becomeProUnheard, expect, test } from './musician.ts'

// What had the focus is gone, and with it what it should go back to.

// The server's answer to whoever has Pro already, and what was asked while Pro came.
test.use({ expectedFaults: [/409 \(Conflict\)|ERR_FAILED/] })

test('[UI40] where the way to Pro goes together with its dialog, the focus is on the heading', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await page.goto('/account')
  await button(page, 'Upgrade').press('Enter')
  await expect(page.getByRole('dialog', { name: 'oh no' })).toBeVisible()
  await becomeProUnheard(page, musician)
  await page.getByRole('button', { name: /^Yearly/ }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Pro plan' })).toBeVisible()
  await expect(page.getByRole('heading', { name: musician.email })).toBeFocused()
})

test('[UI40][PX8] Undo reached with Tab round the window leaves the focus on the step', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.fillLibrary()
  await page.goto('/practice')
  await button(page, 'Start practicing').press('Enter')
  await button(page, 'Next').press('Enter')
  const undo = button(page, 'Undo')
  await expect(undo).toBeVisible()
  const isOnUndo = () => undo.evaluate(element => element === document.activeElement)
  for (let presses = 0; presses < 20 && !(await isOnUndo()); presses++) await page.keyboard.press('Tab')
  await undo.press('Enter')
  await expect(undo).toBeHidden()
  await expect(page.locator('main :focus')).toBeVisible()
})
