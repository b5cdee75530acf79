import type { Page } from '@playwright/test'
import { successToast, numberField, textField } from '../controls.ts'
import { holdBackScreenCode } from '../sync/held-back.ts'
import { expect, test } from '../musician.ts'
import { goToLastStep } from './new-piece-steps.ts'
import { SWAN_PIECE } from '../states/libraries.ts'

// Saving may take a moment on a slow phone; who has pressed Save and goes on is not fetched back.

test.beforeEach(({ musician }) => musician.signIn())

/** Both presses before anything of the first can have happened. */
const saveAndGoTo = (page: Page, place: string) =>
  page.evaluate(link => {
    const withText = (tag: string, words: string) =>
      [...document.querySelectorAll<HTMLElement>(tag)].find(element => element.textContent === words)?.click()
    withText('main button', 'Save')
    withText('nav a', link)
  }, place)

test('from the wizard, while the other screen is still on its way, and from the form of a piece', async ({
  page,
  musician,
}) => {
  const account = await holdBackScreenCode(page, 'account')
  await page.goto('/new?as=whole')
  await goToLastStep(page, 'Gigue')
  await numberField(page, 'current bpm').fill('90')
  await saveAndGoTo(page, 'Account')
  await expect(successToast(page, 'Saved Gigue')).toBeVisible()
  await account.bring()
  await expect(page.getByRole('heading', { name: musician.email })).toBeVisible()
  await expect(page).toHaveURL(/\/account$/)

  await test.step('from the form of a piece', async () => {
    await musician.fillLibrary([SWAN_PIECE])
    await page.getByRole('link', { name: 'Pieces' }).click()
    await page.getByRole('link', { name: 'Edit The Swan' }).click()
    await textField(page, 'name').fill('Le cygne')
    await saveAndGoTo(page, 'Account')
    await expect(successToast(page, 'Saved Le cygne')).toBeVisible()
    await expect(page).toHaveURL(/\/account$/)
    await expect(page.getByRole('heading', { name: musician.email })).toBeVisible()
  })
})
