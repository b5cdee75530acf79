import { button, waitOutPedalBounce } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { holdToast } from '../states/trouble.ts'

// What had the focus is gone, and with it what it should go back to.

test('[UI40][PX8][UI7] Undo reached with Tab round the window leaves the focus on the step, and gives it back to where it was', async ({
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
  // Otherwise it would go after six seconds, which are few for so many presses.
  await holdToast(page)
  const isOnUndo = () => undo.evaluate(element => element === document.activeElement)
  for (let presses = 0; presses < 20 && !(await isOnUndo()); presses++) await page.keyboard.press('Tab')
  await undo.press('Enter')
  await expect(undo).toBeHidden()
  await expect(page.locator('main :focus')).toBeVisible()

  await test.step('Undo gives the focus back to where it was', async () => {
    await waitOutPedalBounce(page)
    await button(page, 'Next').click()
    // Where it goes with each step (rule PD5); from elsewhere one sees that it comes back.
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    const slider = page.getByRole('slider', { name: 'tempo' })
    await slider.focus()
    await button(page, 'Undo').click()
    await expect(button(page, 'Undo')).toBeHidden()
    await expect(slider).toBeFocused()
  })
})
