import { expect, test } from './musician.ts'

const signedInOnly = ['/pieces', '/new', '/pieces/some-id/edit', '/practice', '/account']
const guestsOnly = ['/', '/signin', '/signup', '/confirm?token=somebodys']

test('[UI9] signed-in-only screens lead guests to sign in', async ({ page }) => {
  for (const path of signedInOnly) {
    await page.goto(path)
    await expect(page.getByRole('textbox', { name: 'your email' })).toBeVisible()
    expect(new URL(page.url()).pathname, path).toBe('/signin')
    await expect(page.getByRole('navigation')).toHaveCount(0)
  }
})

test('[UI9] guests-only screens lead the signed-in to practice', async ({ page, musician }) => {
  await musician.signIn()
  for (const path of guestsOnly) {
    await page.goto(path)
    await expect(page, path).toHaveURL(/\/practice$/)
  }
})

test('[UI9] the screen is empty while it is not known who is there', async ({ page }) => {
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/v1/session', async route => {
    await answer.promise
    await route.continue()
  })
  await page.goto('/practice')
  await page.waitForLoadState('load')
  await expect(page.locator('body')).toHaveText('')
  expect(new URL(page.url()).pathname).toBe('/practice')
  answer.resolve()
  await expect(page).toHaveURL(/\/signin$/)
})

test('[LG1] the legal texts can be read without signing in, and lead back', async ({ page }) => {
  await page.goto('/signin')
  await page.getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible()
  await expect(page.getByText(/about 30 days/)).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('link', { name: 'Terms of Service' }).click()
  await expect(page.getByRole('heading', { name: 'Terms of Service' })).toBeVisible()
  await expect(page.getByText(/at least 30 days before they apply/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Who runs this server' })).toBeVisible()

  await page.goto('/terms?lng=de')
  await expect(page.getByRole('heading', { name: 'Nutzungsbedingungen' })).toBeVisible()
})
