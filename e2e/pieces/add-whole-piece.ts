import type { Page } from '@playwright/test'
import { button } from '../controls.ts'
import { expect } from '../musician.ts'

type WholePiece = { name: string; urgency: RegExp; goal: number; current: number }

/** Adds a piece that is practiced as a whole, through the screens. Begins at /new and ends at /pieces. */
export async function addUnsplitPieceOnScreen(page: Page, piece: WholePiece): Promise<void> {
  const next = () => page.getByRole('button', { name: /^Next/ }).click()
  await expect(page.getByRole('heading', { name: 'how do you practice it?' })).toBeVisible()
  await page.getByRole('button', { name: 'Whole piece' }).click()
  await page.getByRole('textbox', { name: 'name of the piece' }).fill(piece.name)
  await next()
  await page.getByRole('radio', { name: piece.urgency }).check({ force: true })
  await next()
  await page.getByRole('spinbutton', { name: 'goal bpm' }).fill(String(piece.goal))
  await next()
  await page.getByRole('spinbutton', { name: 'current bpm' }).fill(String(piece.current))
  await button(page, 'Save').click()
  // The first piece leads to today.
  await expect(page.getByRole('heading', { name: /^(today|my pieces)$/ })).toBeVisible()
  await page.getByRole('link', { name: 'Pieces', exact: true }).click()
  await expect(page).toHaveURL(/\/pieces$/)
  await expect(page.getByRole('heading', { name: 'my pieces' })).toBeVisible()
  await expect(page.getByRole('link', { name: piece.name, exact: true })).toBeVisible()
}
