import type { Page } from '@playwright/test'
import { button, emailField } from './controls.ts'
import { expect } from './musician.ts'

/** Has a sign-in mail sent to an address, through the screen; ends at "check your email". */
export async function askForLink(page: Page, email: string): Promise<void> {
  await page.goto('/signin')
  await emailField(page).fill(email)
  await button(page, 'Send me a sign-in link').click()
  await expect(page.getByRole('heading', { name: 'check your email' })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
}
