import type { Page } from '@playwright/test'
import { button, numberField, textField } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { goToGoalStep } from './add-whole-piece.ts'
import { readPersistedDrafts, waitForPersistedDraft } from '../sync/stored-rows.ts'
import { SWAN_PIECE } from './filled-library.ts'

// A first piece would lead to its practice step.
test.beforeEach(async ({ musician }) => {
  await musician.signIn()
  await musician.fillLibrary([SWAN_PIECE])
})

const draftOffer = (page: Page) => page.getByText(/^You had begun/)

test('[ST16][NP4] a reload in the section manager comes back to everything, also half-typed; whoever left is offered to go on or to start over', async ({
  page,
}) => {
  await page.goto('/new')
  await page.getByRole('button', { name: /^Split in sections/ }).click()
  await goToGoalStep(page, 'Bach Partita 2')
  await numberField(page, 'goal bpm').fill('126')
  await button(page, 'Next').click()
  await textField(page, 'new section').fill('Giga')
  await numberField(page, 'current bpm').fill('104')
  await button(page, 'Add section').click()
  await button(page, 'Edit Giga').click()
  await textField(page, 'new section name').fill('Giga II')
  await numberField(page, 'current bpm').fill('12e')
  await waitForPersistedDraft(page, '12e')

  await page.reload()
  await expect(textField(page, 'new section name')).toHaveValue('Giga II')
  await expect(numberField(page, 'current bpm')).toHaveValue('12e')
  await expect(page.getByRole('list', { name: 'sections' })).toContainText('104')
  await button(page, 'Back').click()
  await expect(numberField(page, 'goal bpm')).toHaveValue('126')
  await page.getByRole('link', { name: 'Practice', exact: true }).click()
  await expect(page).toHaveURL(/\/practice$/)

  await page.goto('/new')
  await expect(draftOffer(page)).toHaveText('You had begun “Bach Partita 2”.')
  await button(page, 'Go on').click()
  await expect(page.getByText('Step 3 of 4')).toBeVisible()
  await expect(numberField(page, 'goal bpm')).toHaveValue('126')
  // The browser's Back keeps the draft.
  await page.goBack()
  await expect(draftOffer(page)).toBeVisible()
  await button(page, 'Start over').click()
  await expect(draftOffer(page)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'how do you practice it?' })).toBeFocused()
  await expect.poll(() => readPersistedDrafts(page)).toBe('[]')
})

test('[NP4][NP10] Back goes one step back, and after saving to where one was before /new, past all steps; Forward leads not into old steps', async ({
  page,
}) => {
  await page.goto('/practice')
  await page.getByRole('link', { name: 'Pieces', exact: true }).click()
  await page.getByRole('link', { name: 'Add new piece' }).click()
  await page.getByRole('button', { name: /^Whole piece/ }).click()
  await textField(page, 'name of the piece').fill('Gigue')
  await button(page, 'Next').click()
  await expect(page.getByText('Step 2 of 4')).toBeVisible()
  await page.goBack()
  await expect(textField(page, 'name of the piece')).toHaveValue('Gigue')
  await page.goForward()
  await expect(page.getByText('Step 2 of 4')).toBeVisible()
  await button(page, 'Back').click()
  await expect(page.getByText('Step 1 of 4')).toBeVisible()
  await button(page, 'Back').click()
  await expect(page.getByRole('heading', { name: 'how do you practice it?' })).toBeVisible()

  await page.getByRole('button', { name: /^Whole piece/ }).click()
  await textField(page, 'name of the piece').fill('Gigue')
  await button(page, 'Next').click()
  // A reload in between changes nothing.
  await page.reload()
  await button(page, 'Next').click()
  await numberField(page, 'goal bpm').fill('120')
  await button(page, 'Next').click()
  await numberField(page, 'current bpm').fill('80')
  await button(page, 'Save').click()
  await expect(page).toHaveURL(/\/pieces$/)
  await expect(page.getByRole('link', { name: 'Gigue', exact: true })).toBeFocused()
  await expect.poll(() => readPersistedDrafts(page)).toBe('[]')

  await page.goForward()
  await expect(page).toHaveURL(/\/pieces$/)
  await expect(page.getByRole('heading', { name: 'my pieces' })).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(/\/pieces$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/practice$/)
})
