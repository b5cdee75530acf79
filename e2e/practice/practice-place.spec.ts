import type { Page } from '@playwright/test'
import { button, listEntry, skipSteps } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { heading, tempoSlider } from './two-pieces.ts'

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

const step = (page: Page, count: string) => page.getByText(count, { exact: true })
const row = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

test('[PX33][SE14][SE15] "2 of 4" lists the parts and jumps; a routine that was left is continued where it was, also after a reload, and says what it saved; a row starts there, and Start with the first part not practiced today @main', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.fillLibrary(PIECES)
  await page.goto('/practice')
  await button(page, 'Start practicing').click()
  await tempoSlider(page).fill('104')
  await button(page, 'Next').click()
  await expect(step(page, '2 of 4')).toBeVisible()
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
    // Practice shortcuts do nothing behind the list.
    await page.keyboard.press('PageDown')
    await list.getByRole('button', { name: /Fugue/ }).click()
    await expect(list).toHaveCount(0)
    await expect(step(page, '4 of 4')).toBeVisible()
    await expect(heading(page)).toBeFocused()
    await page.goBack()
    await expect(step(page, '2 of 4')).toBeVisible()
  })

  await test.step('a routine that was left is continued where it was, also after a reload', async () => {
    await tempoSlider(page).fill('85')
    await button(page, 'Pause practice').click()
    await expect(heading(page)).toHaveText('today')
    await expect(button(page, 'Start practicing')).toHaveCount(0)
    // The way back to the overview would end the reload.
    await expect(page).toHaveURL(/\/practice$/)
    await page.reload()
    await page.getByText('So far: 4 bpm gained').click()
    await expect(page.getByRole('list', { name: 'what it brought' })).toHaveText(/Toccata \+4.*100\s→\s104/)
    await button(page, 'Continue, 2 of 4').click()
    await expect(heading(page)).toHaveText('Partita')
    await expect(tempoSlider(page)).toHaveValue('85')
  })

  await test.step('what was saved before counts at the end, and is ticked in the list', async () => {
    await skipSteps(page, 3)
    await expect(heading(page)).toContainText('Congratulations: 4 bpm gained.')
    await button(page, 'Done. Tomorrow, da capo.').click()
    await expect(page.getByText('So far')).toHaveCount(0)
    await expect(page.getByRole('listitem').filter({ hasText: 'practiced today' })).toHaveCount(1)
    await expect(listEntry(page, 'Toccata')).toContainText(/^done\s*Toccata/)
  })

  await test.step('a row starts the routine there', async () => {
    await row(page, 'Fugue').focus()
    await page.keyboard.press('Enter')
    await expect(heading(page)).toBeFocused()
    await expect(heading(page)).toHaveText('Fugue')
    await expect(step(page, '4 of 4')).toBeVisible()
    await button(page, 'Next').click()
    await button(page, 'Done. Tomorrow, da capo.').click()
  })

  await test.step('Start begins with the first that was not practiced today', async () => {
    await button(page, 'Start practicing').click()
    await expect(page.getByText('Giga')).toBeVisible()
    await expect(step(page, '3 of 4')).toBeVisible()
  })
})
