import type { Page } from '@playwright/test'
import { button, emailField, text } from '../controls.ts'
import { codeIn, expect, newestMailTo } from '../musician.ts'

/** Has a sign-in mail sent to an address, through the screen; ends at "check your email". */
export async function askForLink(page: Page, email: string): Promise<void> {
  await page.goto('/signin')
  await emailField(page).fill(email)
  await button(page, 'Send me a sign-in link').click()
  await expect(page.getByRole('heading', { name: 'check your email' })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
}

/** Signs in through the screens, by the code of the mail. */
export async function signInThrough(page: Page, email: string): Promise<void> {
  await askForLink(page, email)
  const { origin } = new URL(page.url())
  await text(page, 'code').fill(codeIn(await newestMailTo(page.request, origin, email)))
  await button(page, 'Sign in').click()
  await expect(page).toHaveURL(/\/practice$/)
}

/** The sign-in screen in front of a server that fails: every Enter in the field ends in the generic error. */
export async function askInVain(page: Page): Promise<void> {
  await page.route('**/api/v1/sign-in-links', route => route.fulfill({ status: 500 }))
  await page.goto('/signin')
  await emailField(page).fill('clara@example.org')
}
