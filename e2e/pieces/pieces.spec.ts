import type { Page } from '@playwright/test'
import { button, listEntry, successToast, numberField, textField } from '../controls.ts'
import { holdRequests } from '../hold-requests.ts'
import { expect, test } from '../musician.ts'
import { goToLastStep } from './add-whole-piece.ts'

test.describe('the list', () => {
  test('[PS1][PS2][PS5][PX2][SI2] a loading animation shows until the pieces are known; without pieces both screens say so; cards have goal and progress, and show without a word from the server @main', async ({
    page,
    musician,
  }) => {
    await musician.signIn()
    const release = await holdRequests(page, '**/api/v1/sync')
    await page.goto('/pieces')
    await expect(page.getByText('Tuning up')).toBeVisible()
    await expect(page.getByText('no pieces to practice')).toBeHidden()
    release()
    await expect(page.getByText('no pieces to practice')).toBeVisible()
    await expect(page.getByText('Tuning up')).toBeHidden()
    await expect(page.getByRole('heading', { name: 'no pieces to practice' })).toBeVisible()
    await page.getByRole('link', { name: 'Add new piece' }).click()
    await expect(page.getByRole('heading', { name: 'how do you practice it?' })).toBeVisible()
    await page.getByRole('link', { name: 'Practice', exact: true }).click()
    await expect(page.getByText('There are no pieces to practice yet.')).toBeVisible()
    await button(page, 'Add your first piece').click()
    await expect(page).toHaveURL(/\/new$/)

    await musician.fillLibrary()
    await page.goto('/pieces')
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'Bach Partita 2',
      'Clair de lune',
      'Kreutzer no. 8',
      'The Swan',
    ])
    await expect(listEntry(page, 'Kreutzer no. 8')).toContainText('54% just begun')
    await expect(listEntry(page, 'Kreutzer no. 8')).toContainText('goal 144 bpm')
    await expect(listEntry(page, 'Clair de lune')).toContainText('of goal tempo')
    await expect(listEntry(page, 'Bach Partita 2')).toContainText('85% in sight')
    await expect(listEntry(page, 'The Swan')).toContainText('100% at goal')
    // The link covers the whole card.
    await listEntry(page, 'The Swan').click({ position: { x: 60, y: 100 } })
    await expect(page.getByRole('heading', { name: 'The Swan', level: 1 })).toBeVisible()

    await test.step('on a device that knows them they show without a word from the server', async () => {
      await page.goto('/pieces')
      await expect(listEntry(page, 'The Swan')).toBeVisible()
      // From here on no sync request is answered.
      await page.route('**/api/v1/sync', () => {})
      const requested = page.waitForRequest('**/api/v1/sync')
      await page.reload()
      await requested
      await expect(listEntry(page, 'The Swan')).toBeVisible()
      await expect(page.getByText('Tuning up')).toBeHidden()
    })
  })
})

test.describe('a new piece', () => {
  test.beforeEach(async ({ page, musician }) => {
    await musician.signIn()
    await page.goto('/new')
  })

  test('[NP1][NP2][NP4][NP5][NP7][NP9][NP10][PL1] a whole piece in four steps, and it is in the list at once; sections are added, changed and deleted, and the fourth is too many @main', async ({
    page,
  }) => {
    await page.getByRole('button', { name: /^Whole piece/ }).click()
    const question = page.getByRole('form', { name: 'what’s it called?' })
    await expect(question).toHaveAccessibleDescription('Step 1 of 4')
    await expect(textField(page, 'name of the piece')).toBeFocused()
    await textField(page, 'name of the piece').fill('Cl')
    await page.keyboard.press('Enter')
    await expect(button(page, 'Next')).toBeDisabled()
    await expect(button(page, 'Next')).toHaveAccessibleDescription('at least 3 characters')
    // The button only looks disabled: a press leads to the field.
    await button(page, 'Next').click({ force: true })
    await expect(textField(page, 'name of the piece')).toBeFocused()
    await expect(textField(page, 'name of the piece')).toHaveAccessibleDescription('at least 3 characters')
    await textField(page, 'name of the piece').fill('  Clair   de lune ')
    await button(page, 'Next').click()
    await expect(page.getByRole('form', { name: 'how urgent is it?' })).toBeVisible()
    await expect(page.getByRole('radio', { name: '3' })).toBeChecked()
    await expect(page.getByRole('radio', { name: '3' })).toBeFocused()
    await page.getByRole('radio', { name: '5, very urgent' }).check({ force: true })
    await button(page, 'Next').click()
    await expect(page.getByText('Step 3 of 4')).toBeVisible()
    await expect(numberField(page, 'goal bpm')).toBeFocused()
    await numberField(page, 'goal bpm').fill('207')
    for (const up of ['208', '208']) {
      await page.keyboard.press('ArrowUp')
      await expect(numberField(page, 'goal bpm')).toHaveAttribute('aria-valuenow', up)
    }
    await numberField(page, 'goal bpm').fill('96')
    await button(page, 'Next').click()
    await expect(numberField(page, 'current bpm')).toBeFocused()
    await numberField(page, 'current bpm').fill('72')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Step 4 of 4')).toBeVisible()
    await button(page, 'Save').click()
    await expect(successToast(page, 'Saved Clair de lune')).toBeVisible()
    await expect(button(page, 'Start metronome')).toBeInViewport()
    await page.getByRole('link', { name: 'Pieces', exact: true }).click()
    await expect(listEntry(page, 'Clair de lune')).toContainText('75% of goal tempo')

    await test.step('sections are added, changed and deleted; the fourth is too many', async () => {
      await page.getByRole('link', { name: 'Add new piece' }).click()
      await page.getByRole('button', { name: /^Split in sections/ }).click()
      await goToLastStep(page, 'Bach Partita 2')
      await expect(page.getByRole('form', { name: 'which sections?' })).toBeVisible()
      await expect(textField(page, 'new section')).toBeFocused()
      await expect(button(page, 'Save')).toBeDisabled()
      await expect(button(page, 'Save')).toHaveAccessibleDescription('Add at least one section.')

      await addSection(page, 'Allemanda', 112)
      await expect(textField(page, 'new section')).toBeFocused()
      await addSection(page, 'Corrente', 100)
      await addSection(page, 'Giga', 104)
      await expect(page.getByRole('list', { name: 'sections' }).getByRole('listitem')).toHaveCount(3)
      await expect(button(page, 'Save')).toBeEnabled()

      await button(page, 'Edit Corrente').click()
      await expect(button(page, 'Save')).toBeDisabled()
      await expect(textField(page, 'new section name')).toHaveValue('Corrente')
      await textField(page, 'new section name').fill('Sarabanda')
      await numberField(page, 'current bpm').fill('60')
      await button(page, 'Save section').click()
      await expect(textField(page, 'new section')).toHaveValue('')
      await expect(page.getByRole('list', { name: 'sections' })).toContainText('Sarabanda')
      await expect(page.getByRole('list', { name: 'sections' })).not.toContainText('Corrente')

      await addSection(page, 'Ciaccona', 50)
      const dialog = page.getByRole('dialog', { name: 'oh no' })
      await expect(dialog).toContainText('Too many sections')
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(numberField(page, 'current bpm')).toBeFocused()
      await expect(textField(page, 'new section')).toHaveValue('Ciaccona')
      await expect(button(page, 'Save')).toBeDisabled()
      await button(page, 'Delete Allemanda').click()
      await addSection(page, 'Ciaccona', 50)
      await button(page, 'Save').click()
      await page.getByRole('link', { name: 'Edit Bach Partita 2' }).click()
      await expect(page.getByRole('list', { name: 'sections' }).getByRole('listitem')).toHaveText([
        /Sarabanda\s*60/,
        /Giga\s*104/,
        /Ciaccona\s*50/,
      ])
    })
  })
})

async function addSection(page: Page, name: string, tempo: number) {
  await textField(page, 'new section').fill(name)
  await numberField(page, 'current bpm').fill(String(tempo))
  await button(page, 'Add section').click()
}
