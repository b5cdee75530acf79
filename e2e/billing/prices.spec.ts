import type { Page } from '@playwright/test'
import { button } from '../controls.ts'
import { watchCountedEvents } from '../analytics/counted-events.ts'
import { expect, test, signedInUserId } from '../musician.ts'
import { waitForAnimations } from '../states/at-rest.ts'
import { mockSettings } from '../states/trouble.ts'

const PRICES = '**/api/v1/billing/prices*'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^(oh no|Dacapo Pro)$/ })
const offer = (page: Page, name: string) => dialogOf(page).getByRole('button', { name: RegExp(`^${name}`) })
const onTheCard = (page: Page) => page.getByText(/a year or .* a month/)

test('[UP2][AN1] whoever has paid in euros sees, pays and is counted in euros on an English screen', async ({
  page,
  musician,
  dacapo,
}) => {
  await musician.signIn()
  await page.goto('/account')
  await page.getByRole('radio', { name: 'Deutsch' }).check({ force: true })
  await button(page, 'Zu Pro wechseln').click()
  await page.getByRole('button', { name: /^Monatlich/ }).click()
  await button(page, 'Pay').click()
  await button(page, 'Abo verwalten').click()
  await button(page, 'Cancel at once').click()
  await expect(page.getByText('Nothing is being paid for.')).toBeVisible()

  const events = await watchCountedEvents(page.request, dacapo.origin)
  await page.goto('/account?lng=en')
  await expect(onTheCard(page)).toHaveText('€19.99 a year or €2.99 a month.')
  await button(page, 'Upgrade').click()
  await expect(offer(page, 'Yearly')).toHaveAccessibleName('Yearly save 44% €19.99')
  await offer(page, 'Yearly').click()
  await expect(page.getByText('€19.99 a year')).toBeVisible()
  const id = await signedInUserId(page, dacapo.origin)
  await expect.poll(() => events.checkoutsOf(id)).toEqual([{ currency: 'EUR', value: 19.99 }])
})

test('[SS1][UP2] until the server has named the price none is shown, nothing moves when it comes, and a purchase at another one leads nowhere; where money moves nothing says otherwise', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  // Here money moves.
  await mockSettings(page, { testPayments: false })

  await test.step('until the server has named the price none is shown, and nothing moves when it comes', async () => {
    const answer = Promise.withResolvers<void>()
    await page.route(PRICES, async route => {
      await answer.promise
      await route.continue()
    })
    const told = page.waitForResponse('**/api/v1/config')
    await page.goto('/account')
    await (await told).finished()
    await button(page, 'Upgrade').click()
    await expect(onTheCard(page)).toBeHidden()
    await expect(offer(page, 'Yearly')).toHaveAccessibleName('Yearly save 44%')
    const places = async () => {
      // The dialog moves while it opens.
      await waitForAnimations(page)
      const controls = [
        offer(page, 'Yearly'),
        offer(page, 'Monthly'),
        page.getByRole('radio', { name: 'Deutsch' }),
      ]
      return Promise.all(controls.map(one => one.boundingBox()))
    }
    const before = await places()
    answer.resolve()
    await expect(offer(page, 'Yearly')).toHaveAccessibleName('Yearly save 44% $19.99')
    await expect(offer(page, 'Monthly')).toHaveAccessibleName('Monthly $2.99')
    await expect(onTheCard(page)).toBeVisible()
    expect(await places()).toEqual(before)
  })

  await test.step('where money moves nothing says otherwise', () =>
    expect(page.getByText('Test payments')).toHaveCount(0))

  await test.step('a purchase at another price than the one shown leads nowhere, and the right one is shown', async () => {
    // Meanwhile this musician has paid in euros on another device, and canceled.
    await page.route(PRICES, route => route.fulfill({ json: { currency: 'EUR', month: 2.99, year: 19.99 } }))
    await page.route('**/api/v1/billing/checkout-sessions', route =>
      route.fulfill({
        status: 201,
        json: { sessionId: 'cs_1', url: 'https://pay.example/cs_1', currency: 'EUR', value: 2.99 },
      }),
    )
    const left: string[] = []
    await page.route('https://pay.example/**', route => {
      left.push(route.request().url())
      return route.fulfill({ contentType: 'text/html', body: '<title>pay</title>' })
    })
    await offer(page, 'Monthly').click()
    await expect(dialogOf(page).getByRole('alert')).toContainText('The prices above are yours now')
    await expect(offer(page, 'Monthly')).toHaveAccessibleName('Monthly €2.99')
    expect(left).toEqual([])
    await offer(page, 'Monthly').click()
    await expect(page).toHaveURL('https://pay.example/cs_1')
  })
})
