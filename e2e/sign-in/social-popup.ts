import type { Page } from '@playwright/test'
import { button } from '../controls.ts'

/** The profile to sign in with at the provider stand-in, and the button to press. */
export type PopupProfile = {
  email?: string
  address?: 'verified' | 'not verified' | 'not told'
  press?: 'Continue' | 'Cancel' | 'Let it fail'
}

/** Presses a provider's button and returns the popup with the provider stand-in's page. */
export async function openProviderPopup(page: Page, name: string): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await button(page, name).click()
  const popup = await opened
  await popup.getByRole('heading', { name: name.replace(/Sign in with|Connect/, 'Stand-in for') }).waitFor()
  return popup
}

/** Fills in the provider stand-in's page and presses one of its buttons. */
export async function completeProviderPopup(
  at: Page,
  { email, address = 'verified', press = 'Continue' }: PopupProfile,
) {
  if (email !== undefined) await at.getByRole('textbox', { name: 'Email' }).fill(email)
  await at.getByRole('radio', { name: address, exact: true }).check()
  await at.getByRole('button', { name: press }).click()
}
