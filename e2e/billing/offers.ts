import type { Page } from '@playwright/test'

export const upgradeDialog = (page: Page) => page.getByRole('dialog', { name: /^(oh no|Dacapo Pro)$/ })

export const offer = (page: Page, name: string) =>
  upgradeDialog(page).getByRole('button', { name: RegExp(`^${name}`) })
export const yearly = (page: Page) => offer(page, 'Yearly')
export const monthly = (page: Page) => offer(page, 'Monthly')
