import type { Page } from '@playwright/test'
import { button, listEntry, successToast, numberField, textField } from '../controls.ts'
import { expect, test, type Musician } from '../musician.ts'
import { goToLastStep } from './add-whole-piece.ts'
import { readPersistedDrafts, waitForPersistedDraft } from '../sync/stored-rows.ts'

// An open form while the piece changes on another device, and after the musician left it.

test.beforeEach(async ({ musician }) => {
  await musician.signIn()
  await musician.fillLibrary()
})

async function openForm(page: Page, piece: string) {
  await page.goto('/pieces')
  await page.getByRole('link', { name: `Edit ${piece}` }).click()
  await expect(textField(page, 'name')).toBeVisible()
}

async function openFormOnOtherDevice(musician: Musician, piece: string) {
  const other = await musician.secondDevice()
  await openForm(other, piece)
  return other
}

async function deleteOpenPiece(page: Page) {
  await button(page, 'Delete piece').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page).toHaveURL(/\/pieces$/)
}

test('[EP13] untouched fields follow, touched ones stay, and the form says so; a section deleted elsewhere can be added again', async ({
  page,
  musician,
}) => {
  await openForm(page, 'The Swan')
  await textField(page, 'name').fill('Der Schwan')
  const other = await openFormOnOtherDevice(musician, 'The Swan')
  await textField(other, 'name').fill('Le cygne')
  await numberField(other, 'goal tempo (end tempo)').fill('72')
  await button(other, 'Save').click()
  await expect(other).toHaveURL(/\/pieces$/)

  await expect(page.getByRole('status').filter({ hasText: 'Changed elsewhere' })).toBeVisible()
  await expect(numberField(page, 'goal tempo (end tempo)')).toHaveValue('72')
  await expect(textField(page, 'name')).toHaveValue('Der Schwan')
  await button(page, 'Save').click()
  await expect(listEntry(page, 'Der Schwan')).toContainText('goal 72 bpm')

  await openForm(page, 'Bach Partita 2')
  await button(page, 'Edit Giga').click()
  await page.getByRole('textbox').fill('Giga II')
  await openForm(other, 'Bach Partita 2')
  await button(other, 'Delete Giga').click()
  await button(other, 'Save').click()
  await expect(page.getByRole('alert').filter({ hasText: 'deleted somewhere else' })).toBeVisible()
  await button(page, 'Save section').click()
  await button(page, 'Save').click()
  await page.getByRole('link', { name: 'Edit Bach Partita 2' }).click()
  await expect(page.getByRole('list', { name: 'sections' }).getByRole('listitem')).toHaveText([
    /Allemanda\s*112/,
    /Giga II\s*104/,
  ])
})

test('[EP15] a piece deleted elsewhere keeps what was typed, an open section too, and can be added as a new one; where the plan is full, that is said', async ({
  page,
  musician,
}) => {
  await openForm(page, 'Bach Partita 2')
  const other = await openFormOnOtherDevice(musician, 'Bach Partita 2')
  await textField(page, 'name').fill('Partita')
  await button(page, 'Add section').click()
  await textField(page, 'new section').fill('Corrente')
  await deleteOpenPiece(other)
  await expect(page.getByRole('alert').filter({ hasText: 'This piece has since been deleted' })).toBeVisible()
  await expect(textField(page, 'new section')).toHaveValue('Corrente')
  await numberField(page, 'current tempo').fill('88')
  await button(page, 'Add section').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Deleted elsewhere' })).toBeVisible()
  await expect(textField(page, 'name')).toHaveValue('Partita')
  await expect(button(page, 'Delete piece')).toBeHidden()
  await button(page, 'Add it as a new piece').click()
  await expect(successToast(page, 'Saved Partita')).toBeVisible()
  await page.getByRole('link', { name: 'Edit Partita' }).click()
  await expect(page.getByRole('list', { name: 'sections' })).toContainText('Corrente')

  await test.step('where the plan is full meanwhile, adding it again says so and loses nothing', async () => {
    await openForm(page, 'Kreutzer no. 8')
    await textField(page, 'name').fill('Kreutzer')
    // In another tab, so that this device knows at once that the plan is full.
    const tab = await page.context().newPage()
    await openForm(tab, 'Kreutzer no. 8')
    await deleteOpenPiece(tab)
    await tab.goto('/new?as=whole')
    await goToLastStep(tab, 'Gigue')
    await numberField(tab, 'current bpm').fill('80')
    await button(tab, 'Save').click()
    await expect(tab).toHaveURL(/\/pieces$/)
    await button(page, 'Add it as a new piece').click()
    await page.getByRole('dialog', { name: 'oh no' }).getByRole('button', { name: 'Close' }).click()
    await expect(textField(page, 'name')).toHaveValue('Kreutzer')
  })
})

test('[ST16] what was left by accident is there again, a half-typed section too, says so, and can be discarded or canceled', async ({
  page,
}) => {
  await openForm(page, 'The Swan')
  await textField(page, 'name').fill('Der Schw')
  await numberField(page, 'goal tempo (end tempo)').fill('7')
  await waitForPersistedDraft(page, '"endTempo":"7"')
  await page.reload()
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await expect(textField(page, 'name')).toHaveValue('Der Schw')
  await expect(numberField(page, 'goal tempo (end tempo)')).toHaveValue('7')
  await button(page, 'Discard').click()
  await expect(page.getByRole('heading', { name: 'edit The Swan' })).toBeFocused()
  await expect(page.getByText('Not saved yet')).toBeHidden()
  await expect(textField(page, 'name')).toHaveValue('The Swan')

  await openForm(page, 'Bach Partita 2')
  await button(page, 'Add section').click()
  await textField(page, 'new section').fill('Ciacc')
  await waitForPersistedDraft(page, 'Ciacc')
  await page.reload()
  await expect(textField(page, 'new section')).toHaveValue('Ciacc')
  await button(page, 'Cancel').click()
  await textField(page, 'name').fill('Partita')
  await button(page, 'Cancel').click()
  await expect(page).toHaveURL(/\/pieces$/)
  await expect.poll(() => readPersistedDrafts(page)).toBe('[]')
})
