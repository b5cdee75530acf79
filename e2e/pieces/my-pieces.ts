import type { APIRequestContext, Page } from '@playwright/test'
import { button, listEntry, numberField } from '../controls.ts'
import { expect, type Musician } from '../musician.ts'

export async function openPiecesListWithFourPieces(page: Page, musician: Musician): Promise<void> {
  await musician.signIn()
  await musician.fillLibrary()
  await page.goto('/pieces')
  await expect(listEntry(page, 'The Swan')).toBeVisible()
}

/** Begins and ends at the list of pieces. */
export async function setGoalOfSwan(page: Page, bpm: string): Promise<void> {
  await page.getByRole('link', { name: 'Edit The Swan' }).click()
  await numberField(page, 'goal tempo (end tempo)').fill(bpm)
  await button(page, 'Save').click()
  await expect(page).toHaveURL(/\/pieces$/)
}

export async function piecesOnServer(request: APIRequestContext, origin: string) {
  const syncRequest = { clientId: 'elsewhere', schema: 1, epoch: null, clientNow: Date.now(), since: 0 }
  const answer = await request.post(`${origin}/api/v1/sync`, {
    headers: { origin },
    data: { ...syncRequest, entriesSince: 0, changes: [] },
  })
  return ((await answer.json()) as { rows: { pieces: { name: string; endTempo: number }[] } }).rows.pieces
}
