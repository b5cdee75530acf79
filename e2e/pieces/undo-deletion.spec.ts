import type { Page } from '@playwright/test'
import { button, deletePieceOnScreen, listEntry, successToast, numberField } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { openPiecesListWithFourPieces } from './my-pieces.ts'
import { changeOnOtherDevice } from '../states/trouble.ts'
import { randomPartId, randomPieceId } from '#tests/library/library-changes.ts'

test.beforeEach(({ page, musician }) => openPiecesListWithFourPieces(page, musician))

async function deleteAndExpectToast(page: Page, piece: string) {
  await deletePieceOnScreen(page, piece)
  await expect(successToast(page, `Deleted ${piece}`)).toBeVisible()
  await expect(listEntry(page, piece)).toBeHidden()
}

test('[EP8][PS18][LI20] deleting asks by name; Undo brings the piece back with its sections, here and on another device, and a section into its form @main', async ({
  page,
  musician,
}) => {
  const other = await musician.secondDevice()
  await other.goto('/pieces')
  await other.getByRole('link', { name: 'Edit Bach Partita 2' }).click()
  await page.getByRole('link', { name: 'Edit Bach Partita 2' }).click()
  await button(page, 'Delete piece').click()
  const question = page.getByRole('alertdialog', { name: /Bach Partita 2/ })
  await expect(question).toContainText('with everything you practiced')
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(question).toBeHidden()
  await button(page, 'Cancel').click()
  await deleteAndExpectToast(page, 'Bach Partita 2')
  // A toast stays open under a mouse that moved over it.
  await button(page, 'Undo').hover()
  await expect(other.getByRole('alert').filter({ hasText: 'Deleted elsewhere' })).toBeVisible()

  await button(page, 'Undo').click()
  await expect(successToast(page, 'Bach Partita 2 is back')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Bach Partita 2', exact: true })).toBeFocused()
  // The form open on the other device recovers.
  await expect(other.getByRole('alert').filter({ hasText: 'Deleted elsewhere' })).toBeHidden()
  await expect(other.getByRole('list', { name: 'sections' }).getByRole('listitem')).toHaveText([
    /Allemanda\s*112/,
    /Giga\s*104/,
  ])
  await page.reload()
  await expect(listEntry(page, 'Bach Partita 2')).toContainText('85%')

  await test.step('Undo puts a section back into the form with what was typed in it, and goes with the form', async () => {
    await page.getByRole('link', { name: 'Edit Bach Partita 2' }).click()
    await button(page, 'Edit Giga').click()
    await numberField(page, 'current tempo').fill('110')
    await button(page, 'Save section').click()
    await button(page, 'Delete Giga').click()
    await expect(successToast(page, '“Giga” removed. Save to keep it so.')).toBeVisible()
    await button(page, 'Undo').click()
    await expect(page.getByRole('list', { name: 'sections' }).getByRole('listitem')).toHaveText([
      /Allemanda\s*112/,
      /Giga\s*110/,
    ])
    await button(page, 'Delete Giga').click()
    await button(page, 'Cancel').click()
    // Undo goes together with the form.
    await expect(button(page, 'Undo')).toHaveCount(0)
  })
})

test.describe('without the server', () => {
  test.use({ expectedFaults: [/Failed to load resource/] })

  test('[PS18][LI20] what was deleted comes back from the list behind the pieces, also on a new device without a network', async ({
    page,
    musician,
  }) => {
    await page.getByRole('link', { name: 'Edit Bach Partita 2' }).click()
    await button(page, 'Delete Giga').click()
    await button(page, 'Save').click()
    await deleteAndExpectToast(page, 'The Swan')

    const other = await musician.secondDevice()
    await other.goto('/pieces')
    await expect(listEntry(other, 'Bach Partita 2')).toBeVisible()
    await other.context().setOffline(true)
    await other.getByText('deleted (2)').click()
    await expect(other.getByRole('listitem').filter({ hasText: 'deleted today' })).toHaveText([
      /The Swan/,
      /Bach Partita 2 \(Giga\)/,
    ])
    await button(other, 'Bring back Bach Partita 2 (Giga)').click()
    await expect(other.getByRole('link', { name: 'Bach Partita 2', exact: true })).toBeFocused()
    await button(other, 'Bring back The Swan').click()
    await expect(other.getByText('deleted (2)')).toBeHidden()
    await other.context().setOffline(false)

    await expect(listEntry(page, 'The Swan')).toContainText('100%')
    await expect(listEntry(page, 'Bach Partita 2')).toContainText('85%')
    await test.step('where the plan has no room the dialog "oh no" opens', async () => {
      await deleteAndExpectToast(page, 'The Swan')
      const parts = [{ id: randomPartId(), name: null, currentTempo: 80 }]
      const piece = { id: randomPieceId(), name: 'Double', importance: 3, endTempo: 120, parts }
      await changeOnOtherDevice(page, 'piece.create', piece)
      await expect(listEntry(page, 'Double')).toBeVisible()
      await page.getByText('deleted (1)').click()
      await button(page, 'Bring back The Swan').click()
      await expect(page.getByRole('dialog', { name: 'oh no' })).toBeVisible()
    })
  })
})
