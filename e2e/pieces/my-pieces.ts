import type { Page } from '@playwright/test'
import { button, entry, number } from '../controls.ts'
import { expect, type Musician } from '../musician.ts'

/** Signed in, at the list of the four pieces. */
export async function atMyPieces(page: Page, musician: Musician): Promise<void> {
  await musician.signIn()
  await musician.fillLibrary()
  await page.goto('/pieces')
  await expect(entry(page, 'The Swan')).toBeVisible()
}

/** Gives a piece of the list another goal; ends at the list. */
export async function setGoal(page: Page, bpm: string): Promise<void> {
  await page.getByRole('link', { name: 'Edit The Swan' }).click()
  await number(page, 'end tempo').fill(bpm)
  await button(page, 'Save').click()
  await expect(page).toHaveURL(/\/pieces$/)
}
