import type { Page } from '@playwright/test'

// Finds elements by their accessible names.

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

export const textField = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

export const numberField = (page: Page, name: string) => page.getByRole('spinbutton', { name, exact: true })

export const listEntry = (page: Page, text: string | RegExp) =>
  page.getByRole('listitem').filter({ hasText: text })

export const navigationLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'main' }).getByRole('link', { name })

export const emailField = (page: Page) => page.getByRole('textbox', { name: 'your email' })

export const successToast = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text })

export const genericErrorToast = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Oops. Something went wrong.' })

/** Must be called on the list of pieces. */
export async function deletePieceOnScreen(page: Page, piece: string): Promise<void> {
  await page.getByRole('link', { name: `Edit ${piece}` }).click()
  await button(page, 'Delete piece').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
}

export async function logOut(page: Page): Promise<void> {
  await button(page, 'Log out').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
}

/** The app ignores a press of Next or Skip within 600 ms of the last one as a bounce of the pedal. */
export const waitOutPedalBounce = (page: Page) => page.waitForTimeout(650)

export async function skipSteps(page: Page, count: number): Promise<void> {
  for (let step = 0; step < count; step += 1) {
    await waitOutPedalBounce(page)
    await button(page, 'Skip').click()
  }
}
