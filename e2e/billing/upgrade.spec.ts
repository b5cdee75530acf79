import type { Page } from '@playwright/test'
import { button, listEntry, numberField, textField } from '../controls.ts'
import { becomeProElsewhere, expect, test } from '../musician.ts'
import { failRequests, returnOnline } from '../states/trouble.ts'
import { upgradeDialog, monthly, yearly } from './offers.ts'

const CHECKOUT = '**/api/v1/billing/checkout-sessions'
const PAY = 'https://pay.example/cs_1'
const GENERIC = 'Oops. Something went wrong.'
const alert = (page: Page) => upgradeDialog(page).getByRole('alert')

async function mockCheckout(page: Page, url = PAY) {
  const bodies: unknown[] = []
  await page.route(CHECKOUT, route => {
    const body = route.request().postDataJSON() as { interval: string }
    bodies.push(body)
    const value = body.interval === 'year' ? 19.99 : 2.99
    return route.fulfill({ status: 201, json: { sessionId: 'cs_1', url, currency: 'USD', value } })
  })
  return bodies
}

test('[UP1][PL1][PS6] adding beside four pieces and a fourth section say why they need Pro, the account gives no reason; the focus comes back, and nothing typed is lost where Pro has ended @main', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.fillLibrary()
  await test.step('adding beside four pieces: too many pieces', async () => {
    await page.goto('/pieces')
    const add = page.getByRole('link', { name: 'Add new piece' })
    await expect(listEntry(page, 'The Swan')).toBeVisible()
    await add.press('Enter')
    await expect(upgradeDialog(page)).toContainText('Four pieces, all taken')
    await page.keyboard.press('Escape')
    await expect(upgradeDialog(page)).toBeHidden()
    await expect(add).toBeFocused()
  })

  await test.step('/new typed as an address: too many pieces, and back to /pieces', async () => {
    await page.goto('/new')
    await expect(upgradeDialog(page)).toContainText('all taken')
    await upgradeDialog(page).getByRole('button', { name: 'Close' }).click()
    await expect(page).toHaveURL(/\/pieces$/)
    await expect(page.getByRole('heading', { name: 'my pieces' })).toBeFocused()
  })

  await test.step('a fourth section: too many sections', async () => {
    await page.getByRole('link', { name: 'Edit Clair de lune' }).click()
    await button(page, 'Add section').click()
    await expect(upgradeDialog(page)).toContainText('Too many sections: on the Free plan a piece has up to 3')
    await page.keyboard.press('Escape')
    await expect(button(page, 'Add section')).toBeFocused()
    await button(page, 'Cancel').click()
  })

  await test.step('the account gives no reason', async () => {
    await page.getByRole('link', { name: 'Account' }).click()
    await button(page, 'Upgrade').click()
    await expect(page.getByRole('dialog', { name: 'Dacapo Pro' })).toContainText('With Pro there is no limit')
    await expect(upgradeDialog(page)).not.toContainText('Too many')
    await page.keyboard.press('Escape')
    await expect(button(page, 'Upgrade')).toBeFocused()
  })

  await test.step('saving four sections after Pro has ended: too many sections, and nothing typed is lost', async () => {
    await musician.become({ plan: 'pro' })
    await returnOnline(page)
    await expect(page.getByRole('heading', { name: 'Pro plan' })).toBeVisible()
    await page.getByRole('link', { name: 'Pieces', exact: true }).click()
    await page.getByRole('link', { name: 'Edit Clair de lune' }).click()
    await button(page, 'Add section').click()
    await textField(page, 'new section').fill('Coda')
    await numberField(page, 'current tempo').fill('50')
    await button(page, 'Add section').click()
    await musician.become({ plan: 'free' })
    await returnOnline(page)
    // The form knows the new plan once it accepts no more sections.
    await expect(async () => {
      await button(page, 'Add section').click()
      await expect(upgradeDialog(page).or(textField(page, 'new section'))).toBeVisible()
      if (await upgradeDialog(page).isHidden()) {
        await button(page, 'Back').click()
        throw new Error('not yet')
      }
    }).toPass()
    await page.keyboard.press('Escape')
    await button(page, 'Save').click()
    await expect(upgradeDialog(page)).toContainText('Too many sections')
    await page.keyboard.press('Escape')
    await expect(button(page, 'Save')).toBeFocused()
    await expect(page.getByRole('list', { name: 'sections' })).toContainText('Coda')
  })
})

test.describe('buying', () => {
  test.use({ expectedFaults: [/Failed to load resource/] })

  test('[UP3][SI4] whoever closes the dialog is not taken away; after the choice one offer works, and the browser goes to the page of the answer; whose session has ended is asked to sign in again', async ({
    page,
    musician,
  }) => {
    await musician.signIn()
    await page.goto('/account')
    await button(page, 'Upgrade').click()
    await test.step('the browser goes to the page of the answer, and its Back finds the offers open to choice', async () => {
      const bodies = await mockCheckout(page)
      await page.route(PAY, route => route.fulfill({ contentType: 'text/html', body: '<title>pay</title>' }))
      await monthly(page).click()
      await expect(page).toHaveURL(PAY)
      expect(bodies).toEqual([{ interval: 'month', language: 'en' }])
      await page.goBack()
      await button(page, 'Upgrade').click()
      await expect(yearly(page)).toBeEnabled()
    })
    await page.unrouteAll()

    await test.step('one offer shows that it works and both are disabled; who closes the dialog is not taken away', async () => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      await page.route(CHECKOUT, async route => {
        await released
        const json = { sessionId: 'cs_1', url: PAY, currency: 'USD', value: 19.99 }
        await route.fulfill({ status: 201, json })
      })
      await yearly(page).click()
      await expect(yearly(page)).toHaveAttribute('aria-busy', 'true')
      await expect(yearly(page)).toBeFocused()
      await expect(monthly(page)).toBeDisabled()
      await page.keyboard.press('Escape')
      await expect(upgradeDialog(page)).toBeHidden()
      const answered = page.waitForResponse(CHECKOUT)
      release()
      await (await answered).finished()
      // The dialog opens only after the page has handled the answer.
      await button(page, 'Upgrade').click()
      await expect(yearly(page)).toBeEnabled()
      await expect(page).toHaveURL(/\/account$/)
    })
    await page.unrouteAll()

    await test.step('whose session has ended is asked to sign in again with the same account', async () => {
      await page.context().clearCookies()
      await monthly(page).click()
      await expect(alert(page)).toHaveText(
        'Your session has ended. Sign in again with the same account, then buy.',
      )
      await upgradeDialog(page).getByRole('link', { name: 'Sign in again' }).click()
      await expect(page).toHaveURL(/\/signin$/)
    })
  })

  test('[UP3][UI40] a purchase that fails says so, each time anew: without a payment provider, offline, and with an address that would run a script; who is Pro already hears so', async ({
    page,
    musician,
  }) => {
    await musician.signIn()
    await page.route('**/api/v1/billing/prices*', route => route.abort(), { times: 1 })
    const noPrices = page.waitForEvent('requestfailed', request => request.url().includes('/prices'))
    await page.goto('/account')
    await noPrices
    await button(page, 'Upgrade').click()
    await test.step('prices that did not come are asked for again', () =>
      expect(yearly(page)).toHaveAccessibleName('Yearly save 44% $19.99 / year'))
    await test.step('without a payment provider the dialog says that it failed, each time anew', async () => {
      await failRequests(page, CHECKOUT, 'billing-not-configured')
      await yearly(page).click()
      await expect(alert(page)).toHaveText(GENERIC)
      await expect(monthly(page)).toBeEnabled()
      await expect(yearly(page)).toBeFocused()

      // A screen reader announces the second error only if it is a new element.
      await alert(page).evaluate(element => element.setAttribute('data-old', ''))
      await monthly(page).click()
      await expect(alert(page)).toHaveText(GENERIC)
      await expect(alert(page)).not.toHaveAttribute('data-old')
    })
    await page.unrouteAll()

    await test.step('offline it says that buying needs a connection', async () => {
      await page.context().setOffline(true)
      await expect(alert(page)).toHaveText('Buying needs a connection. Try again when you have a signal.')
      await expect(yearly(page)).toBeDisabled()
      await expect(monthly(page)).toBeDisabled()
    })
    await page.context().setOffline(false)

    await test.step('an answer that would run a script is a failure', async () => {
      await mockCheckout(page, 'javascript:document.title="taken"')
      await yearly(page).click()
      await expect(alert(page)).toHaveText(GENERIC)
      await expect(page).toHaveTitle(/^Account/)
    })

    await test.step('who is Pro already hears so, and the account shows it', async () => {
      await page.unrouteAll()
      await becomeProElsewhere(page, musician)
      await yearly(page).click()
      await expect(page.getByRole('status').filter({ hasText: 'You have Pro already.' })).toBeVisible()
      await expect(upgradeDialog(page)).toBeHidden()
      await expect(page.getByRole('heading', { name: 'Pro plan' })).toBeVisible()
      // The button that opened the dialog is gone.
      await expect(page.getByRole('heading', { name: musician.email })).toBeFocused()
    })
  })
})
