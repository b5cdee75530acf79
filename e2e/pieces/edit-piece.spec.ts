import type { Page } from '@playwright/test'
import { button, listEntry, successToast, numberField, textField } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { openPiecesListWithFourPieces } from './my-pieces.ts'

test.describe('editing', () => {
  test.beforeEach(({ page, musician }) => openPiecesListWithFourPieces(page, musician))

  test('[EP1][EP15][EP11][EP6][LI1] a whole piece has its current tempo in the form, and Cancel changes nothing; sections have forms of their own, and the last one cannot go; an unknown piece is said to be none @main', async ({
    page,
  }) => {
    await test.step('a whole piece has its current tempo in the form, and Cancel changes nothing', async () => {
      await page.getByRole('link', { name: 'Edit The Swan' }).click()
      await expect(textField(page, 'name')).toHaveValue('The Swan')
      await expect(numberField(page, 'current tempo')).toHaveValue('60')
      await expect(numberField(page, 'goal tempo (end tempo)')).toHaveValue('60')
      await expect(page.getByRole('radio', { name: '1, not urgent' })).toBeChecked()
      await expect(page.getByText('very urgent')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Tap Tempo' })).toHaveCount(2)
      await expect(button(page, 'Add section')).toBeHidden()
      await numberField(page, 'current tempo').fill('50')
      await button(page, 'Cancel').click()
      await expect(listEntry(page, 'The Swan')).toContainText('100%')

      await page.getByRole('link', { name: 'Edit The Swan' }).click()
      await numberField(page, 'current tempo').fill('45')
      await numberField(page, 'goal tempo (end tempo)').fill('90')
      await page.getByRole('radio', { name: '4', exact: true }).check({ force: true })
      await button(page, 'Save').click()
      await expect(successToast(page, 'Saved The Swan')).toBeVisible()
      await expect(listEntry(page, 'The Swan')).toContainText('50% just begun')
      await expect(listEntry(page, 'The Swan')).toContainText('goal 90 bpm')
    })

    await test.step('sections have forms of their own, and the last one cannot go', async () => {
      await page.getByRole('link', { name: 'Edit Bach Partita 2' }).click()
      await expect(numberField(page, 'current tempo')).toBeHidden()
      await button(page, 'Edit Giga').click()
      await expect(page.getByRole('heading', { name: 'edit Giga' })).toBeVisible()
      await expect(textField(page, 'name')).toBeHidden()
      await page.getByRole('textbox').fill('Giga da capo')
      await numberField(page, 'current tempo').fill('110')
      await button(page, 'Save section').click()
      await expect(page.getByRole('heading', { name: 'edit Bach Partita 2' })).toBeVisible()

      await button(page, 'Add section').click()
      await expect(page.getByRole('heading', { name: 'new section' })).toBeVisible()
      await button(page, 'Cancel').click()
      await button(page, 'Add section').click()
      await addSection(page, 'Ciaccona', 50)
      await expect(page.getByRole('list', { name: 'sections' }).getByRole('listitem')).toHaveText([
        /Allemanda\s*112/,
        /Giga da capo\s*110/,
        /Ciaccona\s*50/,
      ])

      await button(page, 'Delete Allemanda').click()
      await button(page, 'Delete Ciaccona').click()
      await expect(button(page, 'Delete Giga da capo')).toBeHidden()
      // The only section is named, so the form has both the tempo and the list.
      await expect(numberField(page, 'current tempo')).toHaveValue('110')
      await button(page, 'Save').click()
      await expect(listEntry(page, 'Bach Partita 2')).toContainText('87%')
      await page.reload()
      await expect(listEntry(page, 'Bach Partita 2')).toContainText('87%')
    })

    await test.step('an unknown piece is said to be none, and Save with a fault leads to the field', async () => {
      await page.goto('/pieces/00000000-0000-4000-8000-000000000000/edit')
      await expect(page.getByRole('heading', { name: 'this piece isn’t here' })).toBeVisible()
      await page.getByRole('link', { name: 'Go to my pieces' }).click()
      await page.getByRole('link', { name: 'Edit The Swan' }).click()
      await numberField(page, 'current tempo').fill('12e')
      await numberField(page, 'goal tempo (end tempo)').fill('')
      await expect(button(page, 'Save')).toHaveAccessibleDescription(/isn’t right yet/)
      await button(page, 'Save').focus()
      await page.keyboard.press('Enter')
      await expect(numberField(page, 'current tempo')).toBeFocused()
      await expect(numberField(page, 'goal tempo (end tempo)')).toHaveAccessibleDescription('field required')
    })
  })
})

async function addSection(page: Page, name: string, tempo: number) {
  await textField(page, 'new section').fill(name)
  await numberField(page, 'current tempo').fill(String(tempo))
  await button(page, 'Add section').click()
}
