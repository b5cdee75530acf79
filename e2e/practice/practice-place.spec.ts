import type { Page } from '@playwright/test'
import { barLink, waitOutPedalBounce, button, listEntry, skipSteps } from '../controls.ts'
import { expect, test } from '../musician.ts'

// The routine bends to the musician: it is left, continued, begun in the middle and gone through in any order.

const PIECES = [
  { name: 'Toccata', importance: 5, endTempo: 120, parts: [[null, 100]] },
  {
    name: 'Partita',
    importance: 4,
    endTempo: 120,
    parts: [
      ['Giga', 80],
      ['Allemanda', 90],
    ],
  },
  { name: 'Fugue', importance: 1, endTempo: 120, parts: [[null, 90]] },
] as const

const slider = (page: Page) => page.getByRole('slider', { name: 'tempo' })
const piece = (page: Page) => page.getByRole('heading', { level: 1 })
const step = (page: Page, count: string) => page.getByText(count, { exact: true })
const row = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const ticked = (page: Page) => page.getByRole('listitem').filter({ hasText: 'practiced today' })

test.beforeEach(async ({ page, musician }) => {
  await musician.signIn()
  await musician.fillLibrary(PIECES)
  await page.goto('/practice')
  await expect(button(page, 'Start practicing')).toBeVisible()
})

async function saveFirst(page: Page) {
  await button(page, 'Start practicing').click()
  await slider(page).fill('104')
  await button(page, 'Next').click()
  await expect(step(page, '2 of 4')).toBeVisible()
}

test('[PX33][SE14] "2 of 4" lists the parts and jumps, the browser’s Back comes back; a routine that was left is continued where it was, also after a reload, and says what it saved @main', async ({
  page,
}) => {
  await saveFirst(page)
  await test.step('"2 of 4" lists the parts, says which are done and jumps; the browser’s Back comes back', async () => {
    await button(page, '2 of 4, all parts').click()
    const list = page.getByRole('dialog', { name: 'all parts' })
    await expect(list.getByRole('listitem')).toHaveText([
      /^1\. Toccata done$/,
      /^2\. Partita \(Giga\)\s*$/,
      /^3\. Partita \(Allemanda\)\s*$/,
      /^4\. Fugue\s*$/,
    ])
    await expect(list.getByRole('button', { name: /Giga/ })).toBeFocused()
    await expect(list.getByRole('button', { name: /Giga/ })).toHaveAttribute('aria-current', 'step')
    // The keys of the stand do nothing behind the list.
    await page.keyboard.press('PageDown')
    await list.getByRole('button', { name: /Fugue/ }).click()
    await expect(list).toHaveCount(0)
    await expect(step(page, '4 of 4')).toBeVisible()
    await expect(piece(page)).toBeFocused()
    await page.goBack()
    await expect(step(page, '2 of 4')).toBeVisible()
    await button(page, '2 of 4, all parts').click()
    await page.keyboard.press('Escape')
    await expect(button(page, '2 of 4, all parts')).toBeFocused()
  })

  await test.step('a routine that was left is continued where it was, also after a reload', async () => {
    await slider(page).fill('85')
    await button(page, 'Pause practice').click()
    await expect(piece(page)).toHaveText('today')
    await expect(button(page, 'Start practicing')).toHaveCount(0)
    await page.reload()
    await page.getByText('So far: 4 bpm gained').click()
    await expect(page.getByRole('list', { name: 'what it brought' })).toHaveText(/Toccata \+4.*100 → 104/)
    await button(page, 'Continue, 2 of 4').click()
    await expect(piece(page)).toHaveText('Partita')
    await expect(slider(page)).toHaveValue('85')
  })

  await test.step('what was saved before counts at the end', async () => {
    await skipSteps(page, 3)
    await expect(piece(page)).toContainText('Congratulations: 4 bpm gained.')
    await button(page, 'Done. Tomorrow, da capo.').click()
    await expect(button(page, 'Start practicing')).toBeVisible()
    await expect(page.getByText('So far')).toHaveCount(0)
  })
})

test('[SE15] a row starts the routine there; parts practiced today are ticked, and Start begins with the first that was not, or at the top when all were', async ({
  page,
}) => {
  await test.step('a row starts the routine there, by finger and by keyboard', async () => {
    await row(page, 'Fugue').focus()
    await page.keyboard.press('Enter')
    await expect(piece(page)).toBeFocused()
    await expect(piece(page)).toHaveText('Fugue')
    await expect(step(page, '4 of 4')).toBeVisible()
    await button(page, 'Back').click()
    await expect(page.getByText('Allemanda')).toBeVisible()
    await page.goBack()
    await expect(piece(page)).toHaveText('today')
    // A routine that was left keeps its place, and a row leads to its step.
    await listEntry(page, 'Giga').click()
    await expect(step(page, '2 of 4')).toBeVisible()
    await expect(page.getByText('Giga')).toBeVisible()
    await button(page, 'Pause practice').click()
  })

  await test.step('parts practiced today are ticked', async () => {
    await row(page, 'Partita (Allemanda)').click()
    await expect(step(page, '3 of 4')).toBeVisible()
    await button(page, 'Next').click()
    await expect(piece(page)).toHaveText('Fugue')
    await waitOutPedalBounce(page)
    await button(page, 'Next').click()
    await button(page, 'Done. Tomorrow, da capo.').click()
    await expect(ticked(page)).toHaveCount(2)
    await expect(listEntry(page, 'Allemanda')).toContainText(/^done\s*Partita \(Allemanda\)/)
    await expect(listEntry(page, 'Toccata')).not.toContainText('done')
  })

  await test.step('Start begins with the first that was not and leads to no other; when all were, from the top', async () => {
    await button(page, 'Start practicing').click()
    await expect(piece(page)).toHaveText('Toccata')
    await expect(step(page, '3 of 4')).toBeVisible()
    await button(page, 'Next').click()
    await expect(page.getByText('Giga')).toBeVisible()
    await waitOutPedalBounce(page)
    await button(page, 'Next').click()
    await button(page, 'Done. Tomorrow, da capo.').click()
    await expect(ticked(page)).toHaveCount(4)
    await button(page, 'Start practicing').click()
    await expect(step(page, '1 of 4')).toBeVisible()
  })
})

test('[CK1][PS14] the click of a piece is set on its edit screen as in a step; a piece starts a routine of its parts, a reload continues it, and Back leads to the piece', async ({
  page,
}) => {
  await barLink(page, 'Pieces').click()
  await page.getByRole('link', { name: 'Edit Partita' }).click()
  const dialog = page.getByRole('dialog', { name: 'Click settings' })
  await test.step('the click of a piece is set on its edit screen as in a step', async () => {
    await button(page, 'Click of this piece').click()
    await dialog.getByRole('button', { name: 'beats in a bar: less' }).click()
    await dialog.getByRole('checkbox', { name: 'count-in' }).check()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(button(page, 'Click of this piece')).toBeFocused()
  })

  await test.step('a piece starts a routine of its parts', async () => {
    await page.getByRole('link', { name: 'Practice this piece' }).click()
    await expect(step(page, '1 of 2')).toBeVisible()
    await expect(page.getByText('Giga')).toBeVisible()
    await expect(page).toHaveURL(/\/practice\?step=1$/)
    await button(page, 'Click settings').click()
    await expect(dialog.getByRole('group', { name: 'beats in a bar' })).toContainText('3')
    await expect(dialog.getByRole('checkbox', { name: 'count-in' })).toBeChecked()
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('a reload continues it, and Back leads to the piece', async () => {
    await button(page, 'Next').click()
    await expect(page.getByText('Allemanda')).toBeVisible()
    await page.reload()
    await expect(step(page, '2 of 2')).toBeVisible()
    await page.goBack()
    await expect(step(page, '1 of 2')).toBeVisible()
    await page.goBack()
    await expect(piece(page)).toContainText('Partita')
    await page.getByRole('link', { name: 'Practice this piece' }).click()
    await expect(page.getByText('Allemanda')).toBeVisible()
  })
})
