import type { Page } from '@playwright/test'
import { button, numberField, textField } from '../controls.ts'
import { expect } from '../musician.ts'

type WholePiece = { name: string; urgency: RegExp; goal: number; current: number }

/** Begins at /new and ends at /pieces. */
export async function addUnsplitPieceOnScreen(page: Page, piece: WholePiece): Promise<void> {
  await page.getByRole('button', { name: 'Whole piece' }).click()
  await textField(page, 'name of the piece').fill(piece.name)
  await button(page, 'Next').click()
  await page.getByRole('radio', { name: piece.urgency }).check({ force: true })
  await button(page, 'Next').click()
  await numberField(page, 'goal bpm').fill(String(piece.goal))
  await button(page, 'Next').click()
  await numberField(page, 'current bpm').fill(String(piece.current))
  await button(page, 'Save').click()
  // The first piece leads to its practice step.
  await expect(page).not.toHaveURL(/\/new/)
  await page.getByRole('link', { name: 'Pieces', exact: true }).click()
  await expect(page.getByRole('link', { name: piece.name, exact: true })).toBeVisible()
}

export async function goToGoalStep(page: Page, name: string) {
  await textField(page, 'name of the piece').fill(name)
  await button(page, 'Next').click()
  await button(page, 'Next').click()
  await expect(numberField(page, 'goal bpm')).toBeVisible()
}

export async function goToLastStep(page: Page, name: string) {
  await goToGoalStep(page, name)
  await numberField(page, 'goal bpm').fill('126')
  await button(page, 'Next').click()
  await expect(page.getByText('Step 4 of 4')).toBeVisible()
}
