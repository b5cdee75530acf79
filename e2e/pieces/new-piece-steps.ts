import type { Page } from '@playwright/test'
import { button, numberField, textField } from '../controls.ts'
import { expect } from '../musician.ts'

/** Goes from the first step of the wizard to the third, which asks for the goal. */
export async function goToGoalStep(page: Page, name: string) {
  await textField(page, 'name of the piece').fill(name)
  await button(page, 'Next').click()
  await button(page, 'Next').click()
  await expect(numberField(page, 'goal bpm')).toBeVisible()
}

/** Goes from the first step of the wizard to the last, with a goal of 126. */
export async function goToLastStep(page: Page, name: string) {
  await goToGoalStep(page, name)
  await numberField(page, 'goal bpm').fill('126')
  await button(page, 'Next').click()
  await expect(page.getByText('Step 4 of 4')).toBeVisible()
}

/** Adds a whole piece through the wizard, from its first step to the list. */
export async function fillWholePiece(page: Page, name: string) {
  await goToLastStep(page, name)
  await numberField(page, 'current bpm').fill('80')
  await button(page, 'Save').click()
  await expect(page).toHaveURL(/\/pieces$/)
}
