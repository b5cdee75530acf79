import { button } from '../controls.ts'
import { expect, test } from '../musician.ts'

test.use({ expectedFaults: [/status of 401/] })

test('[SI4] who buys or manages with a session that has ended is asked to sign in again as the same user', async ({
  page,
  musician,
}) => {
  await test.step('who buys with a session that has ended is asked to sign in again with the same account', async () => {
    await musician.signIn()
    await page.goto('/account')
    await button(page, 'Upgrade').click()
    await page.context().clearCookies()
    const dialog = page.getByRole('dialog', { name: 'Dacapo Pro' })
    await dialog.getByRole('button', { name: /^Monthly/ }).click()
    await expect(dialog.getByRole('alert')).toHaveText(
      'Your session has ended. Sign in again with the same account, then buy.',
    )
    await expect(dialog).not.toContainText('Oops')
    await dialog.getByRole('link', { name: 'Sign in again' }).click()
    await expect(page).toHaveURL(/\/signin$/)
  })

  await test.step('who manages the subscription with a session that has ended is told as whom to sign in', async () => {
    await musician.signIn()
    await musician.become({ plan: 'pro' })
    await page.goto('/account')
    await button(page, 'Manage subscription').waitFor()
    await page.context().clearCookies()
    await button(page, 'Manage subscription').click()
    const told = page.getByRole('alert')
    await expect(told).toContainText(
      `Your session has ended. Sign in again as ${musician.email} to manage the subscription.`,
    )
    await told.getByRole('button', { name: 'Sign in again' }).click()
    await expect(page).toHaveURL(/\/signin$/)
  })
})
