import type { Page } from '@playwright/test'
import { button, numberField, textField } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { draftOffer, goToGoalStep } from './new-piece-steps.ts'
import { SWAN_PIECE } from '../states/libraries.ts'
import { readPersistedDrafts, waitForPersistedDraft } from '../sync/stored-rows.ts'

// What was typed at /new is not lost, and what was saved is not walked into again.

// Not the first piece, which leads to today.
test.beforeEach(async ({ musician }) => {
  await musician.signIn()
  await musician.fillLibrary([SWAN_PIECE])
})

const chooseWhole = (page: Page) => page.getByRole('button', { name: /^Whole piece/ }).click()

test('[ST16] a reload in the section manager comes back to everything, also half-typed and in edit mode', async ({
  page,
}) => {
  await page.goto('/new')
  await page.getByRole('button', { name: /^Split in sections/ }).click()
  await textField(page, 'name of the piece').fill('Bach Partita 2')
  await button(page, 'Next').click()
  await page.getByRole('radio', { name: /^5/ }).check({ force: true })
  await button(page, 'Next').click()
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
  await numberField(page, 'current bpm').fill('99')
  await button(page, 'Save section').click()
  await button(page, 'Back').click()
  await expect(numberField(page, 'goal bpm')).toHaveValue('126')
  await button(page, 'Back').click()
  await expect(page.getByRole('radio', { name: /^5/ })).toBeChecked()
})

test('[ST16][NP4] whoever left by accident is offered to go on or to start over', async ({ page }) => {
  await test.step('whoever left by accident is offered to go on where it was, or to start over', async () => {
    await page.goto('/new')
    await chooseWhole(page)
    await goToGoalStep(page, 'Clair de lune')
    await numberField(page, 'goal bpm').fill('9')
    await page.getByRole('link', { name: 'Practice', exact: true }).click()
    await expect(page).toHaveURL(/\/practice$/)

    await page.goto('/new')
    await expect(draftOffer(page)).toHaveText('You had begun “Clair de lune”.')
    await button(page, 'Go on').click()
    await expect(page.getByText('Step 3 of 4')).toBeVisible()
    await expect(numberField(page, 'goal bpm')).toHaveValue('9')

    // The browser's Back is no canceling.
    await page.goBack()
    await expect(draftOffer(page)).toBeVisible()
    await button(page, 'Start over').click()
    await expect(draftOffer(page)).toBeHidden()
    await expect(page.getByRole('heading', { name: 'how do you practice it?' })).toBeFocused()
    await expect.poll(() => readPersistedDrafts(page)).toBe('[]')
    await page.reload()
    await expect(page.getByRole('button', { name: /^Whole piece/ })).toBeVisible()
    await expect(draftOffer(page)).toBeHidden()
  })
})

test('[NP4][NP10] after saving, Back leads to where one was before /new, past all steps, and Forward not into old steps', async ({
  page,
}) => {
  await test.step('to where one was before a wizard that was reached by links', async () => {
    await page.goto('/practice')
    await page.getByRole('link', { name: 'Pieces', exact: true }).click()
    await page.getByRole('link', { name: 'Add new piece' }).click()
    await chooseWhole(page)
    await textField(page, 'name of the piece').fill('Gigue')
    await button(page, 'Next').click()
    // A reload in the middle changes nothing of it.
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
})
