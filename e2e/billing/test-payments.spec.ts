import type { Page } from '@playwright/test'
import { axeViolations } from '../axe-violations.ts'
import { button, successToast } from '../controls.ts'
import { expect, test } from '../musician.ts'

test('[BI18] a musician is declined, goes back, pays at last and is Pro, and in the end cancels', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await toPayPage(page)
  await expect(page.getByText('This is not a real payment.')).toBeVisible()
  await expect(page.getByText('$19.99 a year')).toBeVisible()
  await expect(page.getByText(musician.email)).toBeVisible()
  await expectUsable(page)

  await button(page, 'Card is declined').click()
  await expect(page.getByRole('alert')).toHaveText('Your card was declined. Nothing was charged.')
  const payPage = page.url()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/account/)
  await expect(page.getByText('Free plan')).toBeVisible()

  await page.goto(payPage)
  await button(page, 'Pay').click()
  await expect(successToast(page, 'Pro is yours.')).toBeVisible()
  await expect(page.getByText('Pro plan')).toBeVisible()
  await expect(page).toHaveURL(/\/account$/)
  await page.goto(payPage)
  await expect(page.getByText('This has been paid.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Dacapo' }).click()

  await button(page, 'Manage subscription').click()
  await expect(page.getByRole('heading', { name: 'Your subscription' })).toBeVisible()
  await expectUsable(page)
  await page.getByRole('button', { name: /^Cancel on / }).click()
  await expect(page.getByText(/^Ends on /)).toBeVisible()
  await button(page, 'Keep it after all').click()
  await expect(page.getByText(/^Renews on /)).toBeVisible()
  await button(page, 'Cancel at once').click()
  await expect(page.getByText('Nothing is being paid for.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Dacapo' }).click()
  await expect(page.getByText('Free plan')).toBeVisible()
})

async function toPayPage(page: Page) {
  await page.goto('/account')
  await button(page, 'Upgrade').click()
  await page.getByRole('button', { name: /^Yearly/ }).click()
  await expect(page.getByRole('heading', { name: 'Dacapo Pro' })).toBeVisible()
}

/** No fault that axe finds, nothing wider than the page, every control large enough for a finger. */
async function expectUsable(page: Page) {
  const { violations } = await axeViolations(page)
  expect(violations).toEqual([])
  const { wide, small } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    small: [...document.querySelectorAll('button, a')]
      .map(control => control.getBoundingClientRect())
      .filter(({ width, height }) => width < 48 || height < 48).length,
  }))
  expect({ wide, small }).toEqual({ wide: 0, small: 0 })
}
