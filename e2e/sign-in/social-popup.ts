import type { Page } from '@playwright/test'
import { button } from '../controls.ts'

export type PopupProfile = {
  email?: string
  address?: 'verified' | 'not verified' | 'not told'
  picture?: 'blue' | 'red'
  press?: 'Continue' | 'Cancel' | 'Let it fail'
}

/** Presses a provider's button; the popup, on the page of the provider that stands in. */
export async function openPopup(page: Page, name: string): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await button(page, name).click()
  const popup = await opened
  await popup.getByRole('heading', { name: name.replace(/Sign in with|Connect/, 'Stand-in for') }).waitFor()
  return popup
}

/** Says at the provider who one is, or that one would rather not. */
export async function present(
  at: Page,
  { email, address = 'verified', picture = 'blue', press = 'Continue' }: PopupProfile,
) {
  if (email !== undefined) await at.getByRole('textbox', { name: 'Email' }).fill(email)
  await at.getByRole('radio', { name: address, exact: true }).check()
  await at.getByRole('radio', { name: picture, exact: true }).check()
  await at.getByRole('button', { name: press }).click()
}
