import type { Page } from '@playwright/test'
import { button } from '../controls.ts'

type PopupInput = {
  email?: string
  address?: 'verified' | 'not verified' | 'not told'
  press?: 'Continue' | 'Cancel' | 'Let it fail'
}

export async function openProviderPopup(page: Page, name: string): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await button(page, name).click()
  const popup = await opened
  await popup.getByRole('heading', { name: name.replace(/Sign in with|Connect/, 'Stand-in for') }).waitFor()
  return popup
}

export async function completeProviderPopup(
  popup: Page,
  { email, address = 'verified', press = 'Continue' }: PopupInput,
) {
  if (email !== undefined) await popup.getByRole('textbox', { name: 'Email' }).fill(email)
  await popup.getByRole('radio', { name: address, exact: true }).check()
  await popup.getByRole('button', { name: press }).click()
}
