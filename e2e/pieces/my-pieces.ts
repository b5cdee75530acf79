import type { Page } from '@playwright/test'
import { button, listEntry, numberField } from '../controls.ts'
import { expect, type Musician } from '../musician.ts'

/** Signs in, fills the library with four pieces and opens the list. */
export async function openPiecesListWithFourPieces(page: Page, musician: Musician): Promise<void> {
  await musician.signIn()
  await musician.fillLibrary()
  await page.goto('/pieces')
  await expect(listEntry(page, 'The Swan')).toBeVisible()
}

/** Changes the goal of The Swan through its form. Begins and ends at the list. */
export async function setGoalOfSwan(page: Page, bpm: string): Promise<void> {
  await page.getByRole('link', { name: 'Edit The Swan' }).click()
  await numberField(page, 'end tempo').fill(bpm)
  await button(page, 'Save').click()
  await expect(page).toHaveURL(/\/pieces$/)
}
