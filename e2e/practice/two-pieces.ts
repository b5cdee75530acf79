import type { Locator, Page } from '@playwright/test'
import { button } from '../controls.ts'
import { expect, type Musician } from '../musician.ts'

const PIECES = [
  { name: 'Toccata', importance: 5, endTempo: 120, parts: [[null, 100]] },
  { name: 'Fugue', importance: 1, endTempo: 120, parts: [[null, 90]] },
] as const

export async function signInWithTwoPieces(musician: Musician): Promise<void> {
  await musician.signIn()
  await musician.fillLibrary(PIECES)
}

export async function openTwoPieces(page: Page, musician: Musician): Promise<void> {
  await signInWithTwoPieces(musician)
  await page.goto('/practice')
  await expect(button(page, 'Start practicing')).toBeVisible()
}

export const tempoSlider = (page: Page): Locator => page.getByRole('slider', { name: 'tempo' })
export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 })
export const clickSettings = (page: Page): Locator => page.getByRole('dialog', { name: 'Click settings' })
export const clickSettingsTab = (page: Page, name: string): Locator =>
  clickSettings(page).getByRole('tab', { name, exact: true })
