import { emailField } from '../controls.ts'
import { expect, test } from '../musician.ts'

const signedInOnly = ['/pieces', '/new', '/pieces/some-id/edit', '/practice', '/account']
const guestsOnly = ['/', '/signin', '/signup', '/confirm?token=cut-off']

test('[UI9][LG1] signed-in-only screens lead guests to sign in, guests-only screens lead the signed-in to practice; the legal texts are for everybody @main', async ({
  page,
  musician,
}) => {
  for (const path of signedInOnly) {
    await page.goto(path)
    await expect(emailField(page)).toBeVisible()
    expect(new URL(page.url()).pathname, path).toBe('/signin')
    await expect(page.getByRole('navigation')).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page.getByText(/about 30\sdays/)).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('link', { name: 'Terms of Service' }).click()
  await expect(page.getByText(/at least 30\sdays before they apply/)).toBeVisible()

  await musician.signIn()
  for (const path of guestsOnly) {
    await page.goto(path)
    await expect(page, path).toHaveURL(/\/practice$/)
  }
  for (const path of ['/account', '/history', '/pieces']) {
    await page.goto(path)
    await page.getByRole('link', { name: 'Who runs this server' }).click()
    await expect(page.getByRole('heading', { name: 'Who runs this server' })).toBeFocused()
  }
})

test('[SI2][UI9] the screen is empty while it is not known who is there, and after two seconds takes a guest’s words; whom the server knows after all goes on to the screen they wanted', async ({
  page,
  musician,
}) => {
  let answer = () => {}
  await page.route('**/api/v1/session', async route => {
    await new Promise<void>(resolve => (answer = resolve))
    await route.continue()
  })
  await page.clock.install()

  await test.step('a guest can type, and loses nothing when the answer comes', async () => {
    const requested = page.waitForRequest('**/api/v1/session')
    await page.goto('/signin')
    await requested
    await page.clock.runFor(2000)
    await emailField(page).fill('clara')
    const answered = page.waitForResponse('**/api/v1/session')
    answer()
    await (await answered).finished()
    await expect(emailField(page)).toHaveValue('clara')
    await expect(emailField(page)).toBeFocused()
  })

  await musician.signIn()
  const requested = page.waitForRequest('**/api/v1/session')
  await page.goto('/account?from=bookmark')
  await requested
  await expect(page.locator('body')).toHaveText('')
  expect(new URL(page.url()).pathname).toBe('/account')
  await page.clock.runFor(2000)
  await expect(emailField(page)).toBeVisible()
  await expect(page).toHaveURL(/\/signin$/)
  answer()
  await expect(page).toHaveURL(/\/account\?from=bookmark$/)
  await expect(page.getByRole('heading', { name: musician.email })).toBeVisible()
})
