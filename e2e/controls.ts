import type { Page } from '@playwright/test'

// What a musician reads and touches, found by the names a screen reader says.

/** Finds a button by its exact name. */
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Finds a text field by its exact label. */
export const textField = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Finds a tempo field by its exact label. */
export const numberField = (page: Page, name: string) => page.getByRole('spinbutton', { name, exact: true })

/** Finds the list entry that contains this text, such as the card of a piece. */
export const listEntry = (page: Page, words: string | RegExp) =>
  page.getByRole('listitem').filter({ hasText: words })

/** Finds the link of the navigation bar that leads to a place. */
export const navigationLink = (page: Page, place: string) =>
  page.getByRole('navigation', { name: 'main' }).getByRole('link', { name: place })

/** Finds the e-mail field of the sign-in screens. */
export const emailField = (page: Page) => page.getByRole('textbox', { name: 'your email' })

/** Finds a success toast with this text. */
export const successToast = (page: Page, words: string | RegExp) =>
  page.getByRole('status').filter({ hasText: words })

/** Finds the error toast that only says that something went wrong. */
export const genericErrorToast = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Oops. Something went wrong.' })

/** Deletes a piece through its form. Begins at the list of pieces. */
export async function deletePieceOnScreen(page: Page, piece: string): Promise<void> {
  await page.getByRole('link', { name: `Edit ${piece}` }).click()
  await button(page, 'Delete piece').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
}

/** Logs out on the account screen and confirms the dialog. */
export async function logOut(page: Page): Promise<void> {
  await button(page, 'Log out').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
}

/** Waits 650 ms, because a press of Next or Skip within 600 ms of the last one is ignored as a bounce of the pedal. */
export const waitOutPedalBounce = (page: Page) => page.waitForTimeout(650)

/** Skips this number of steps of a routine. */
export async function skipSteps(page: Page, count: number): Promise<void> {
  for (let step = 0; step < count; step += 1) {
    await waitOutPedalBounce(page)
    await button(page, 'Skip').click()
  }
}
