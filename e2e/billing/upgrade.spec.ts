import type { Page } from '@playwright/test'
import { button, listEntry, numberField, textField } from '../controls.ts'
import { becomeProElsewhere, expect, test } from '../musician.ts'
import { failRequests, returnOnline } from '../states/trouble.ts'

const PAY = 'https://pay.example/cs_1'
const GENERIC = 'Oops. Something went wrong.'
const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^(oh no|Dacapo Pro)$/ })
const yearly = (page: Page) => dialogOf(page).getByRole('button', { name: /^Yearly/ })
const monthly = (page: Page) => dialogOf(page).getByRole('button', { name: /^Monthly/ })
const fault = (page: Page) => dialogOf(page).getByRole('alert')

/** Answers in place of the payment provider, which has an issue of its own. */
async function answerCheckout(page: Page, url = PAY) {
  const bodies: unknown[] = []
  await page.route('**/api/v1/billing/checkout-sessions', route => {
    const body = route.request().postDataJSON() as { interval: string }
    bodies.push(body)
    const value = body.interval === 'year' ? 19.99 : 2.99
    return route.fulfill({ status: 201, json: { sessionId: 'cs_1', url, currency: 'USD', value } })
  })
  return bodies
}

test('[UP1][PL1][PS6] adding beside four pieces and a fourth section say why they need Pro, the account gives no reason; the focus comes back @main', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.fillLibrary()
  await test.step('adding beside four pieces: too many pieces; the focus comes back', async () => {
    await page.goto('/pieces')
    const add = page.getByRole('link', { name: 'Add new piece' })
    await expect(listEntry(page, 'The Swan')).toBeVisible()
    await add.press('Enter')
    await expect(dialogOf(page)).toContainText('4 pieces, all taken')
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toBeHidden()
    await expect(add).toBeFocused()
  })

  await test.step('/new typed as an address: too many pieces, and back to /pieces', async () => {
    await page.goto('/new')
    await expect(dialogOf(page)).toContainText('all taken')
    await dialogOf(page).getByRole('button', { name: 'Close' }).click()
    await expect(page).toHaveURL(/\/pieces$/)
    await expect(page.getByRole('heading', { name: 'my pieces' })).toBeFocused()
  })

  await test.step('a fourth section in edit: too many sections; the focus comes back', async () => {
    await page.getByRole('link', { name: 'Edit Clair de lune' }).click()
    await button(page, 'Add section').click()
    await expect(dialogOf(page)).toContainText('Too many sections: on the Free plan a piece has up to 3')
    await page.keyboard.press('Escape')
    await expect(button(page, 'Add section')).toBeFocused()
  })
  await button(page, 'Cancel').click()

  await test.step('the account gives no reason; the focus comes back', async () => {
    await page.getByRole('link', { name: 'Account' }).click()
    await button(page, 'Upgrade').click()
    await expect(page.getByRole('dialog', { name: 'Dacapo Pro' })).toBeVisible()
    await expect(dialogOf(page)).toContainText('With Pro there is no limit')
    await expect(dialogOf(page)).not.toContainText('Too many')
    await page.keyboard.press('Escape')
    await expect(button(page, 'Upgrade')).toBeFocused()
  })
})

test('[UP1] /new becomes the wizard when Pro arrives from another device; saving more than three parts after Pro has ended: too many sections, and nothing typed is lost', async ({
  page,
  musician,
}) => {
  const becomeElsewhere = async (plan: 'free' | 'pro') => {
    await musician.become({ plan })
    await returnOnline(page)
  }
  await musician.signIn()
  await musician.fillLibrary()

  await test.step('/new becomes the wizard when Pro arrives from another device', async () => {
    await page.goto('/new')
    await expect(dialogOf(page)).toContainText('all taken')
    await becomeElsewhere('pro')
    await expect(page.getByRole('button', { name: /^Whole piece/ })).toBeVisible()
    await expect(dialogOf(page)).toBeHidden()
  })

  await test.step('saving more than three parts after Pro has ended: too many sections, and nothing typed is lost', async () => {
    await page.getByRole('link', { name: 'Pieces', exact: true }).click()
    await page.getByRole('link', { name: 'Edit Clair de lune' }).click()
    await button(page, 'Add section').click()
    await textField(page, 'new section').fill('Coda')
    await numberField(page, 'current tempo').fill('50')
    await button(page, 'Add section').click()
    await becomeElsewhere('free')
    // The form has heard of it when it takes no section more.
    await expect(async () => {
      await button(page, 'Add section').click()
      await expect(dialogOf(page).or(textField(page, 'new section'))).toBeVisible()
      if (await dialogOf(page).isHidden()) {
        await button(page, 'Back').click()
        throw new Error('not yet')
      }
    }).toPass()
    await page.keyboard.press('Escape')
    await button(page, 'Save').click()
    await expect(dialogOf(page)).toContainText('Too many sections')
    await page.keyboard.press('Escape')
    await expect(button(page, 'Save')).toBeFocused()
    await expect(page.getByRole('list', { name: 'sections' })).toContainText('Coda')
  })
})

test('[UP2][SS1] the prices and what a year saves, in the language of the screen', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await page.goto('/account')
  await expect(page.getByText('$19.99 a year or $2.99 a month')).toBeVisible()
  // On a machine without keys card and dialog say that no money moves.
  await expect(page.getByText('Test payments: no money moves.')).toBeVisible()
  await button(page, 'Upgrade').click()
  await expect(yearly(page)).toHaveAccessibleName('Yearly save 44% $19.99')
  await expect(monthly(page)).toHaveAccessibleName('Monthly $2.99')
  await expect(dialogOf(page).getByText('Test payments: no money moves.')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('radio', { name: 'Deutsch' }).check({ force: true })
  await button(page, 'Zu Pro wechseln').click()
  const offers = page.getByRole('dialog', { name: 'Dacapo Pro' })
  await expect(offers.getByRole('button', { name: /^Jährlich/ })).toHaveAccessibleName(
    'Jährlich 44 % sparen 19,99 €',
  )
  await expect(offers.getByRole('button', { name: /^Monatlich/ })).toHaveAccessibleName('Monatlich 2,99 €')
})

test('[UP3] whoever closes the dialog is not taken away; after the choice one offer works, and the browser goes to the page of the answer', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await page.goto('/account')
  await button(page, 'Upgrade').click()
  await test.step('the browser goes to the page of the answer, and its Back finds the offers open to choice', async () => {
    const bodies = await answerCheckout(page)
    await page.route(PAY, route => route.fulfill({ contentType: 'text/html', body: '<title>pay</title>' }))
    await monthly(page).click()
    await expect(page).toHaveURL(PAY)
    expect(bodies).toEqual([{ interval: 'month', language: 'en' }])
    await page.goBack()
    await button(page, 'Upgrade').click()
    await expect(yearly(page)).toBeEnabled()
  })
  await page.unrouteAll()

  await test.step('after the choice one offer shows that it works and both are disabled; a page that comes back from the checkout is new', async () => {
    await answerCheckout(page)
    // An answer without a page leaves the browser where it is, as a slow one does for a while.
    const asked = page.waitForRequest(PAY)
    await page.route(PAY, route => route.fulfill({ status: 204 }))
    await yearly(page).click()
    await asked
    await expect(yearly(page)).toHaveAttribute('aria-busy', 'true')
    await expect(yearly(page)).toBeDisabled()
    await expect(yearly(page)).toBeFocused()
    await expect(monthly(page)).toBeDisabled()
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await expect(dialogOf(page)).toBeHidden()
    await button(page, 'Upgrade').click()
    await expect(yearly(page)).toBeEnabled()
    await expect(monthly(page)).toBeEnabled()
  })
  await page.unrouteAll()

  await test.step('whoever has closed the dialog meanwhile is not taken away', async () => {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>()
    await page.route('**/api/v1/billing/checkout-sessions', async route => {
      await closed
      await route.fulfill({
        status: 201,
        json: { sessionId: 'cs_1', url: PAY, currency: 'USD', value: 19.99 },
      })
    })
    let wasAsked = false
    await page.route(PAY, route => {
      wasAsked = true
      return route.fulfill({ status: 204 })
    })
    await yearly(page).click()
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toBeHidden()
    const answered = page.waitForResponse('**/api/v1/billing/checkout-sessions')
    close()
    await (await answered).finished()
    // The next thing the page does comes after what it does with the answer.
    await button(page, 'Upgrade').click()
    await expect(yearly(page)).toBeEnabled()
    expect(wasAsked).toBe(false)
  })
})

test.describe('buying that fails', () => {
  test.use({ expectedFaults: [/Failed to load resource/] })

  test('[UP3][UI40] a purchase that fails says so, each time anew: without a payment provider, offline, and with an address that would run a script; who is Pro already hears so', async ({
    page,
    musician,
  }) => {
    await musician.signIn()
    await page.goto('/account')
    await button(page, 'Upgrade').click()
    await test.step('without a payment provider the dialog says that it failed, each time anew', async () => {
      await failRequests(page, '**/api/v1/billing/checkout-sessions', 'billing-not-configured')
      await yearly(page).click()
      await expect(fault(page)).toHaveText(GENERIC)
      await expect(yearly(page)).toBeEnabled()
      await expect(monthly(page)).toBeEnabled()
      await expect(yearly(page)).toBeFocused()

      // The alert that stands there is taken away first, so that the next one is said.
      await fault(page).evaluate(element => element.setAttribute('data-old', ''))
      await monthly(page).click()
      await expect(fault(page)).toHaveText(GENERIC)
      await expect(fault(page)).not.toHaveAttribute('data-old')
    })
    await page.unrouteAll()

    await test.step('offline it says that buying needs a connection', async () => {
      await page.context().setOffline(true)
      await yearly(page).click()
      await expect(fault(page)).toHaveText(
        `${GENERIC} Buying needs a connection. Try again when you have a signal.`,
      )
      await expect(yearly(page)).toBeEnabled()
    })
    await page.context().setOffline(false)

    await test.step('an answer that would run a script is a failure', async () => {
      await answerCheckout(page, 'javascript:document.title="taken"')
      await yearly(page).click()
      await expect(fault(page)).toHaveText(GENERIC)
      await expect(page).toHaveTitle(/^Account/)
    })

    await test.step('who is Pro already hears so, and the account shows it', async () => {
      await page.unrouteAll()
      await becomeProElsewhere(page, musician)
      await yearly(page).click()
      await expect(page.getByRole('status').filter({ hasText: 'You have Pro already.' })).toBeVisible()
      await expect(dialogOf(page)).toBeHidden()
      await expect(page.getByRole('heading', { name: 'Pro plan' })).toBeVisible()
      // The button that opened the dialog went with it.
      await expect(page.getByRole('heading', { name: musician.email })).toBeFocused()
    })
  })
})
