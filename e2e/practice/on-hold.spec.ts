import type { Page } from '@playwright/test'
import { barLink, button, listEntry } from '../controls.ts'
import { expect, test } from '../musician.ts'

// A piece that is not practiced for now.

const PIECES = [
  { name: 'Toccata', importance: 5, endTempo: 120, parts: [[null, 60]] },
  { name: 'Fugue', importance: 1, endTempo: 120, parts: [[null, 80]] },
] as const

const onHold = (page: Page) => page.getByRole('checkbox', { name: 'On hold' })
const line = (page: Page, words: string) => page.getByRole('link', { name: words, exact: true })

async function toggle(page: Page, piece: string): Promise<void> {
  await page.getByRole('link', { name: `Edit ${piece}` }).click()
  await onHold(page).focus()
  await page.keyboard.press('Space')
  await button(page, 'Save').click()
  await expect(page.getByRole('heading', { name: 'my pieces' })).toBeVisible()
}

test('[OH1][PF1] a piece that another device puts on hold loses its step, leaves today and timed sessions, and comes back', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.fillLibrary(PIECES)
  await page.goto('/practice')
  await button(page, 'Start practicing').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Toccata')
  const other = await musician.secondDevice()
  await other.goto('/pieces')
  await toggle(other, 'Toccata')
  await expect(listEntry(other, 'Toccata')).toContainText('on hold, not practiced yet')
  await expect(other.getByRole('link', { name: 'Practice Toccata' })).toHaveCount(0)
  await expect(other.getByRole('link', { name: 'Practice Fugue' })).toBeVisible()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fugue')
  await button(page, 'Pause practice').click()
  await expect(page.getByText('1 part, most pressing first')).toBeVisible()
  await expect(listEntry(page, 'Toccata')).toHaveCount(0)
  await page.getByRole('radio', { name: '20 minutes', exact: true }).check()
  await expect(page.getByRole('list', { name: 'parts for 20 minutes' }).getByRole('listitem')).toHaveCount(1)
  await line(page, '1 piece on hold').click()

  await toggle(page, 'Fugue')
  await barLink(page, 'Practice').click()
  await expect(page.getByText('All your pieces are on hold.')).toBeVisible()
  await button(page, 'To my pieces').click()

  await toggle(page, 'Toccata')
  await page.goto('/practice')
  await expect(listEntry(page, 'Toccata')).toBeVisible()
  await expect(line(page, '1 piece on hold')).toBeVisible()
})
