import type { Page } from '@playwright/test'

// What a musician reads and touches, found by the names a screen reader says.

/** A button by its whole name. */
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** A text field by its whole label. */
export const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** A tempo field by its whole label. */
export const number = (page: Page, name: string) => page.getByRole('spinbutton', { name, exact: true })

/** The entry of a list that holds these words: the card of a piece, a part of today. */
export const entry = (page: Page, words: string | RegExp) =>
  page.getByRole('listitem').filter({ hasText: words })

/** The field for the address on the sign-in screens. */
export const emailField = (page: Page) => page.getByRole('textbox', { name: 'your email' })

/** Good news in a toast. */
export const goodNews = (page: Page, words: string | RegExp) =>
  page.getByRole('status').filter({ hasText: words })

/** The error toast that says no more than that something went wrong. */
export const genericError = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Oops. Something went wrong.' })

/** Logs out on the account screen, and means it. */
export async function logOut(page: Page): Promise<void> {
  await button(page, 'Log out').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
}

/** Longer than a foot pedal bounces: a press of Next or Skip within 600 ms is the echo of the last one. */
export const afterBounce = (page: Page) => page.waitForTimeout(650)

/** Skips as many steps of a routine, one after the other. */
export async function skipSteps(page: Page, count: number): Promise<void> {
  for (let step = 0; step < count; step += 1) {
    await afterBounce(page)
    await button(page, 'Skip').click()
  }
}
