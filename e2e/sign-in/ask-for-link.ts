import type { Page } from '@playwright/test'
import { button, emailField, textField } from '../controls.ts'
import { signInCodeIn, expect, newestMailTo } from '../musician.ts'

export async function requestLinkThroughScreen(page: Page, email: string): Promise<void> {
  await page.goto('/signin')
  await emailField(page).fill(email)
  await button(page, 'Send me a sign-in link').click()
  await expect(page.getByRole('heading', { name: 'check your email' })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
}

export async function signInThroughScreens(page: Page, email: string): Promise<void> {
  await requestLinkThroughScreen(page, email)
  const { origin } = new URL(page.url())
  await textField(page, 'code').fill(signInCodeIn(await newestMailTo(page.request, origin, email)))
  await expect(page).toHaveURL(/\/practice$/)
}

export async function openSignInWithFailingServer(page: Page): Promise<void> {
  await page.route('**/api/v1/sign-in-links', route => route.fulfill({ status: 500 }))
  await page.goto('/signin')
  await emailField(page).fill('clara@example.org')
}
