import { button, numberField, textField } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { goToGoalStep, goToLastStep } from './new-piece-steps.ts'

// The fields of the wizard under fingers that type anything.

test.beforeEach(({ musician }) => musician.signIn())

test('[NP9] a pasted tempo loses its blanks and unit; the wheel changes nothing; the arrow keys step by one, and a screen reader is told', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/new?as=whole')
  await goToGoalStep(page, 'Gigue')
  const goal = numberField(page, 'goal bpm')
  await page.evaluate(() => navigator.clipboard.writeText(' 126 bpm'))
  await goal.focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(goal).toHaveValue('126')
  await goal.hover()
  await page.mouse.wheel(0, 200)
  await button(page, 'Next').click()
  await button(page, 'Back').click()
  await expect(goal).toHaveValue('126')

  await test.step('the arrow keys step a tempo by one, and a screen reader is told', async () => {
    await goal.fill('')
    await goal.press('ArrowUp')
    await expect(goal).toHaveValue('120')
    await goal.fill('40')
    await goal.press('ArrowDown')
    await expect(goal).toHaveValue('40')
    await expect(button(page, 'Next')).toBeEnabled()
    await goal.fill('206')
    for (const up of ['207', '208', '208']) {
      await goal.press('ArrowUp')
      await expect(goal).toHaveValue(up)
      await expect(goal).toHaveAttribute('aria-valuenow', up)
    }
    await expect(goal).toHaveAttribute('aria-valuemin', '40')
    await expect(goal).toHaveAttribute('aria-valuemax', '208')
    // Typing goes on where it was, and a shortcut with an arrow is the browser's.
    await goal.press('Backspace')
    await goal.press('Shift+ArrowUp')
    await expect(goal).toHaveValue('20')
    await expect(goal).not.toHaveAttribute('aria-valuenow')
    await goal.press('ArrowDown')
    await expect(goal).toHaveValue('20')
    await goal.fill('12e')
    await goal.press('ArrowUp')
    await button(page, 'one bpm more').click()
    await expect(goal).toHaveValue('12e')
  })
})

test('[NP2][NP9][NP4] Next and Save that cannot go on say why and lead to the field; a name of a section that was only passed says nothing; Enter in the section form sends nothing', async ({
  page,
}) => {
  await test.step('Next that cannot go on is reached by keyboard, says why, and leads to the field', async () => {
    await page.goto('/new?as=sections')
    const name = textField(page, 'name of the piece')
    await name.fill('Cl')
    await name.press('Tab')
    await page.keyboard.press('Tab')
    await expect(button(page, 'Next')).toBeFocused()
    await expect(button(page, 'Next')).toBeDisabled()
    await expect(button(page, 'Next')).toHaveAccessibleDescription('at least 3 characters')
    await page.keyboard.press('Enter')
    await expect(name).toBeFocused()
    await expect(name).toHaveAccessibleDescription('at least 3 characters')
    await expect(page.getByText('Step 1 of 4')).toBeVisible()
    // 25 code points, most of them an emoji of several.
    await name.fill(`Gigue ${'🎻'.repeat(19)}`)
    await expect(button(page, 'Next')).toBeEnabled()
    await expect(button(page, 'Next')).toHaveAccessibleDescription('')
    await name.fill(`Gigue ${'🎻'.repeat(20)}`)
    await expect(name).toHaveAccessibleDescription('at most 25 characters')
  })

  await test.step('an emptied name of a section says that it is required, one that was only passed says nothing', async () => {
    await goToLastStep(page, 'Gigue')
    const name = textField(page, 'new section')
    await name.focus()
    await numberField(page, 'current bpm').fill('80')
    await numberField(page, 'current bpm').blur()
    await expect(name).not.toHaveAccessibleDescription('field required')
    await name.fill('Giga')
    await name.fill('')
    await name.blur()
    await expect(name).toHaveAccessibleDescription('field required')
    await numberField(page, 'current bpm').fill('')
    await expect(name).not.toHaveAccessibleDescription('field required')
  })

  await test.step('Save without a section says so, and Enter in the section form sends nothing', async () => {
    await expect(button(page, 'Save')).toHaveAccessibleDescription('Add at least one section.')
    // What looks disabled is pressed all the same.
    await button(page, 'Save').click({ force: true })
    await expect(textField(page, 'new section')).toBeFocused()
    await expect(textField(page, 'new section')).toHaveAccessibleDescription('field required')
    await textField(page, 'new section').fill('Giga')
    await numberField(page, 'current bpm').fill('104')
    await numberField(page, 'current bpm').press('Enter')
    await textField(page, 'new section').press('Enter')
    await expect(page.getByText('Step 4 of 4')).toBeVisible()
    await expect(page.getByRole('list', { name: 'sections' })).toBeHidden()
    await textField(page, 'new section').fill('x'.repeat(26))
    await expect(textField(page, 'new section')).toHaveAccessibleDescription('at most 25 characters')
  })
})
