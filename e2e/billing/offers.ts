import type { Page } from '@playwright/test'

/** The dialog with the offers of Pro. */
export const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^(oh no|Dacapo Pro)$/ })

export const offer = (page: Page, name: string) =>
  dialogOf(page).getByRole('button', { name: RegExp(`^${name}`) })
export const yearly = (page: Page) => offer(page, 'Yearly')
export const monthly = (page: Page) => offer(page, 'Monthly')
