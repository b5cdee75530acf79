import { button, listEntry } from '../controls.ts'
import { expect, test } from '../musician.ts'

const PIECES = [
  { name: 'Toccata', importance: 5, endTempo: 120, parts: [[null, 60]] },
  { name: 'Fugue', importance: 1, endTempo: 120, parts: [[null, 80]] },
] as const

test('[OH1][PF1] a piece that another device puts on hold loses its step and leaves today and timed sessions', async ({
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
  await other.getByRole('link', { name: 'Edit Toccata' }).click()
  await other.getByRole('checkbox', { name: 'On hold' }).focus()
  await other.keyboard.press('Space')
  await button(other, 'Save').click()
  await expect(other.getByRole('heading', { name: 'Toccata', level: 3 })).toBeVisible()
  await expect(other.getByRole('link', { name: 'Practice Toccata' })).toHaveCount(0)
  await expect(other.getByRole('link', { name: 'Practice Fugue' })).toBeVisible()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fugue')
  await button(page, 'Pause practice').click()
  await expect(page.getByText('1 part, most pressing first')).toBeVisible()
  await expect(listEntry(page, 'Toccata')).toHaveCount(0)
  await page.getByRole('radio', { name: '20 minutes', exact: true }).check()
  await expect(page.getByRole('list', { name: 'parts for 20 minutes' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('link', { name: '1 piece on hold', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Toccata', level: 3 })).toBeVisible()
})
