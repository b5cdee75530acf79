import type { Page } from '@playwright/test'
import { expect, test } from '../musician.ts'

const signedInOnly = ['/pieces', '/new', '/pieces/some-id/edit', '/practice', '/account']
const guestsOnly = ['/', '/signin', '/signup', '/confirm?token=cut-off']

test('[UI9] signed-in-only screens lead guests to sign in, guests-only screens lead the signed-in to practice @main', async ({
  page,
  musician,
}) => {
  for (const path of signedInOnly) {
    await page.goto(path)
    await expect(page.getByRole('textbox', { name: 'your email' })).toBeVisible()
    expect(new URL(page.url()).pathname, path).toBe('/signin')
    await expect(page.getByRole('navigation')).toHaveCount(0)
  }
  await musician.signIn()
  for (const path of guestsOnly) {
    await page.goto(path)
    await expect(page, path).toHaveURL(/\/practice$/)
  }
})

/** A server that keeps whoever asks who is signed in waiting, until it is let go. */
async function holdSession(page: Page) {
  const released = Promise.withResolvers<void>()
  const asked = page.waitForRequest('**/api/v1/session')
  await page.route('**/api/v1/session', async route => {
    await released.promise
    await route.continue()
  })
  await page.clock.install()
  return { asked, release: released.resolve }
}

test('[SI2] after two seconds without an answer a guest can type, and loses nothing when it comes', async ({
  page,
}) => {
  const { asked, release } = await holdSession(page)
  await page.goto('/')
  await asked
  const field = page.getByRole('textbox', { name: 'your email' })
  // The front door takes no words until the app knows (HT93).
  await page.clock.runFor(2000)
  await field.fill('clara')
  await page.keyboard.type('@')
  const answered = page.waitForResponse('**/api/v1/session')
  release()
  await (await answered).finished()
  await expect(field).toHaveValue('clara@')
  await expect(field).toBeFocused()
})

test('[SI2][UI9] the screen is empty while it is not known who is there; whom the server knows after all goes on to the screen they wanted', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  const { asked, release } = await holdSession(page)
  await page.goto('/account?from=bookmark')
  await asked
  await expect(page.locator('body')).toHaveText('')
  expect(new URL(page.url()).pathname).toBe('/account')
  await page.clock.runFor(2000)
  await expect(page.getByRole('textbox', { name: 'your email' })).toBeVisible()
  await expect(page).toHaveURL(/\/signin$/)
  release()
  await expect(page).toHaveURL(/\/account\?from=bookmark$/)
  await expect(page.getByRole('heading', { name: musician.email })).toBeVisible()
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
