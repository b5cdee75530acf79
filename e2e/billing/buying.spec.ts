import type { Page } from '@playwright/test'
import { watchAnalyticsEvents } from '../analytics/analytics-events.ts'
import { axeViolations } from '../axe-violations.ts'
import { button, successToast, textField } from '../controls.ts'
import { holdRequests } from '../hold-requests.ts'
import { expect, signedInUserId, test } from '../musician.ts'
import { mockSettings } from '../states/trouble.ts'
import { monthly, offer, yearly } from './offers.ts'

const PRICES = '**/api/v1/billing/prices*'

test('[BI18][UP1][UP2][SS1][AC7] a musician sees the prices of the language, is declined, goes back, pays at last and is Pro, cancels, and pays for a piece too many, which is still there', async ({
  page,
  musician,
  dacapo,
}) => {
  await musician.signIn()
  const events = await watchAnalyticsEvents(page.request, dacapo.origin)
  await page.goto('/account?lng=de')
  await button(page, 'Zu Pro wechseln').click()
  await expect(offer(page, 'Jährlich')).toHaveAccessibleName('Jährlich 44 % sparen 19,99 € / Jahr')
  await expect(offer(page, 'Monatlich')).toHaveAccessibleName('Monatlich 2,99 € / Monat')
  await page.goto('/account')
  await expect(page.getByText('$19.99 / year or $2.99 / month')).toBeVisible()
  // Without Stripe keys, the card and the dialog say that no money moves.
  await expect(page.getByText('Test payments: no money moves.')).toBeVisible()
  await button(page, 'Upgrade').click()
  await expect(page.getByRole('dialog').getByText('Test payments: no money moves.')).toBeVisible()
  await yearly(page).click()
  await expect(page.getByText('This is not a real payment.')).toBeVisible()
  await expect(page.getByText('$19.99 a year')).toBeVisible()
  await expect(page.getByText(musician.email)).toBeVisible()
  await expectUsable(page)
  const id = await signedInUserId(page, dacapo.origin)
  await expect.poll(() => events.checkoutsOf(id)).toEqual([{ currency: 'USD', value: 19.99 }])

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
  await expect(page.getByText(/^\$19\.99\s\/\syear is renewed on \w+ \d+, \d{4}$/)).toBeVisible()
  await expect(page).toHaveURL(/\/account$/)
  await page.goto(payPage)
  await expect(page.getByText('This has been paid.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Dacapo' }).click()

  await button(page, 'Manage subscription').click()
  await expect(page.getByRole('heading', { name: 'Your subscription' })).toBeVisible()
  await expectUsable(page)
  await page.getByRole('button', { name: /^Cancel on / }).click()
  await expect(page.getByText(/^Ends on /)).toBeVisible()
  await page.getByRole('link', { name: 'Back to Dacapo' }).click()
  await expect(page.getByText(/^\$19\.99\s\/\syear ends on /)).toBeVisible()
  await button(page, 'Manage subscription').click()
  await button(page, 'Keep it after all').click()
  await expect(page.getByText(/^Renews on /)).toBeVisible()
  await button(page, 'Cancel at once').click()
  await expect(page.getByText('Nothing is being paid for.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Dacapo' }).click()
  await expect(page.getByText('Free plan')).toBeVisible()

  // After paying for a piece over the limit, the musician continues with it.
  const formAddress = '/new?as=whole&step=1'
  await page.goto(formAddress)
  await textField(page, 'name of the piece').fill('Gigue')
  await musician.fillLibrary()
  await page.goto('/pieces')
  await expect(page.getByText('The Swan')).toBeVisible()
  await page.goto(formAddress)
  await yearly(page).click()
  await button(page, 'Pay').click()
  await expect(textField(page, 'name of the piece')).toHaveValue('Gigue')
})

test('[SS1][UP2] until the server has named the price none is shown, and a purchase at another one leads nowhere; where money moves nothing says otherwise', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await mockSettings(page, { testPayments: false })
  const releasePrices = await holdRequests(page, PRICES)
  const configured = page.waitForResponse('**/api/v1/config')
  await page.goto('/account')
  await (await configured).finished()
  await button(page, 'Upgrade').click()
  await expect(yearly(page)).toHaveAccessibleName('Yearly save 44%')
  releasePrices()
  await expect(yearly(page)).toHaveAccessibleName('Yearly save 44% $19.99 / year')
  await expect(page.getByText('Test payments')).toHaveCount(0)

  // Meanwhile this musician has paid in euros on another device, and canceled.
  await page.route(PRICES, route => route.fulfill({ json: { currency: 'EUR', month: 2.99, year: 19.99 } }))
  const url = 'https://pay.example/cs_1'
  await page.route('**/api/v1/billing/checkout-sessions', route =>
    route.fulfill({ status: 201, json: { sessionId: 'cs_1', url, currency: 'EUR', value: 2.99 } }),
  )
  await page.route(url, route => route.fulfill({ contentType: 'text/html', body: '<title>pay</title>' }))
  await monthly(page).click()
  await expect(page.getByRole('alert')).toContainText('The prices above are yours now')
  await expect(monthly(page)).toHaveAccessibleName('Monthly €2.99 / month')
  await monthly(page).click()
  await expect(page).toHaveURL(url)
})

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
