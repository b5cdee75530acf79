import { expect, test } from './musician.ts'

test.beforeEach(async ({ page, musician }) => {
  await musician.signIn()
  await page.goto('/account')
})

test('[AC1] the account shows the e-mail of who has no name, and the Free plan', async ({
  page,
  musician,
}) => {
  await expect(page.getByRole('heading', { name: musician.email })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Free plan' })).toBeVisible()
  await expect(page.getByText('0 of 4')).toBeVisible()
})

test('[AC2] the language changes at once and stays', async ({ page }) => {
  await page.getByRole('radio', { name: 'Deutsch' }).check({ force: true })
  await expect(page.getByRole('heading', { name: 'Free-Tarif' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Stücke' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Free-Tarif' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
})

test('[AC3] logging out asks first; Stay changes nothing', async ({ page, musician }) => {
  await page.getByRole('button', { name: 'Log out' }).click()
  const question = page.getByRole('alertdialog', { name: 'Log out?' })
  await expect(question).toContainText('Everything is saved')
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByRole('heading', { name: musician.email })).toBeVisible()
})

test('[AC3] logging out ends at the sign-in screen, with a toast in error style and role status', async ({
  page,
}) => {
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/signin$/)
  await expect(page.getByRole('status').filter({ hasText: 'logged out' })).toBeVisible()
  await page.goto('/practice')
  await expect(page).toHaveURL(/\/signin$/)
})

test('[FB1] feedback is sent with a word of thanks', async ({ page }) => {
  await page.getByRole('button', { name: 'Feedback' }).click()
  await page.getByRole('textbox', { name: /What works/ }).fill('  More cello, please.  ')
  const sent = page.waitForRequest('**/api/v1/feedback')
  await page.getByRole('button', { name: 'Send' }).click()
  expect((await sent).postDataJSON()).toEqual({
    text: 'More cello, please.',
    language: 'en',
    screen: '/account',
  })
  await expect(page.getByText('Thank you. We read every word.')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test.describe('offline', () => {
  test.use({ expectedFaults: [/Failed to load resource|ERR_INTERNET_DISCONNECTED/] })

  test('[FB2] feedback that cannot be sent stays in the field, also when the dialog was closed', async ({
    page,
  }) => {
    await page.getByRole('button', { name: 'Feedback' }).click()
    const words = page.getByRole('textbox', { name: /What works/ })
    await words.fill('No signal down here.')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(words).toHaveAccessibleDescription(/You are offline/)
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Feedback' }).click()
    await expect(words).toHaveValue('No signal down here.')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Thank you. We read every word.')).toBeVisible()
  })
})
