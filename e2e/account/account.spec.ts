import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { requestLinkThroughScreen } from '../sign-in/ask-for-link.ts'
import { startAnew } from '../sign-in/start-anew.ts'
import { button, listEntry, genericErrorToast, textField } from '../controls.ts'
import { signInCodeIn, expect, newestMailTo, test } from '../musician.ts'

test.beforeEach(async ({ page, musician }) => {
  await musician.signIn()
  await page.goto('/account')
})

test('[AC1][AC3] the account shows the e-mail of who has no name, and the Free plan; logging out asks first, and ends at the sign-in screen @main', async ({
  page,
  musician,
}) => {
  await expect(page.getByRole('heading', { name: musician.email })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Free plan' })).toBeVisible()
  await expect(page.getByText('0 of 4')).toBeVisible()

  await test.step('logging out asks first; Stay changes nothing', async () => {
    await page.getByRole('button', { name: 'Log out' }).click()
    const question = page.getByRole('alertdialog', { name: 'Log out?' })
    await expect(question).toContainText('Everything is saved')
    await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused()
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(question).toBeHidden()
    await expect(page.getByRole('heading', { name: musician.email })).toBeVisible()
  })

  await test.step('logging out ends at the sign-in screen, with a toast in error style and role status', async () => {
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/signin$/)
    await expect(page.getByRole('status').filter({ hasText: 'logged out' })).toBeVisible()
    await page.goto('/practice')
    await expect(page).toHaveURL(/\/signin$/)
  })
})

test.describe('who it is', () => {
  test.use({ expectedFaults: [/status of 404 .*nobody\.jpg/] })

  test('[AC4] the name stands above the e-mail and the picture beside them, a missing picture gives way to the sign, and the longest names fit 320 px', async ({
    page,
    musician,
  }) => {
    await test.step('the name stands above the e-mail, and the picture beside them', async () => {
      await musician.become({ name: 'Clara Wieck', image: '/icons/icon-any-512.svg' })
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Clara Wieck' })).toBeVisible()
      await expect(page.getByText(musician.email, { exact: true })).toBeVisible()
      await expect(avatar(page)).toHaveJSProperty('naturalWidth', 512)
    })
    await test.step('a picture that is not there gives way to the sign', async () => {
      await musician.become({ image: '/icons/nobody.jpg' })
      const missing = page.waitForResponse('**/nobody.jpg')
      await page.reload()
      expect((await missing).status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(avatar(page)).toHaveCount(0)
    })

    await test.step('the longest names make the screen no wider than 320 px', async () => {
      await page.setViewportSize({ width: 320, height: 568 })
      for (const name of ['', 'Donaudampfschifffahrtsgesellschaftskapellmeisterin', 'A B '.repeat(40)]) {
        await musician.become({ name })
        await page.reload()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(name.trim() || musician.email)
        const beside = () =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
        expect(await beside(), name).toBe(0)
      }
    })
  })
})

test.describe('the plan', () => {
  test.use({ expectedFaults: [/Failed to load resource/] })

  test('[AC6][AC7] Pro has no way to upgrade, Free has; managing says that it failed, then shows that it works and leads to the page of the answer', async ({
    page,
    musician,
  }) => {
    await expect(page.getByRole('heading', { name: 'No limits with Pro' })).toBeVisible()
    await expect(button(page, 'Manage subscription')).toBeHidden()
    await musician.become({ plan: 'pro' })
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Pro plan' })).toBeVisible()
    await expect(button(page, 'Upgrade')).toBeHidden()
    await expect(button(page, 'Manage subscription')).toBeVisible()
    await test.step('a portal that cannot be opened is a generic error, and may be tried again', async () => {
      const refused = page.waitForResponse('**/api/v1/billing/portal-sessions')
      await button(page, 'Manage subscription').click()
      // Made Pro without having paid, so there is no customer whose portal it could be.
      expect((await refused).status()).toBe(404)
      await expect(genericErrorToast(page)).toBeVisible()
      await expect(button(page, 'Manage subscription')).toBeEnabled()
    })

    await test.step('managing leads to the page of the answer, and shows that it works meanwhile', async () => {
      const portal = 'https://pay.example/portal'
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
      await page.route('**/api/v1/billing/portal-sessions', async route => {
        await held
        await route.fulfill({ status: 201, json: { url: portal } })
      })
      await page.route(portal, route =>
        route.fulfill({ contentType: 'text/html', body: '<title>portal</title>' }),
      )
      await button(page, 'Manage subscription').click()
      await expect(button(page, 'Manage subscription')).toHaveAttribute('aria-busy', 'true')
      await expect(button(page, 'Manage subscription')).toBeDisabled()
      letGo()
      await expect(page).toHaveURL(portal)
    })
  })
})

test('[AC5] until the plan is known a loading sign stands in its place', async ({ page, dacapo }) => {
  // Somebody of whom this device knows nothing.
  const email = `robert-${randomUUID()}@example.org`
  await startAnew(page)
  await requestLinkThroughScreen(page, email)
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(/\/api\/v1\/(session|sync)$/, async route => {
    await held
    await route.continue()
  })
  await textField(page, 'code').fill(signInCodeIn(await newestMailTo(page.request, dacapo.origin, email)))
  await button(page, 'Sign in').click()
  await page.getByRole('link', { name: 'Account' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Looking up your plan' })).toBeVisible()
  await expect(button(page, 'Upgrade')).toBeHidden()
  letGo()
  await expect(page.getByRole('heading', { name: 'Free plan' })).toBeVisible()
  await expect(button(page, 'Upgrade')).toBeVisible()
})

test.describe('without the server', () => {
  test.use({ expectedFaults: [/Failed to load resource/] })

  test('[AC5] the last known plan is shown, also one that was told outside a round', async ({
    page,
    musician,
  }) => {
    await page.route('**/api/v1/sync', route => route.abort())
    await musician.become({ plan: 'pro' })
    await page.goto('/account')
    await expect(page.getByRole('heading', { name: 'Pro plan' })).toBeVisible()
    await page.route('**/api/**', route => route.abort())
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Pro plan' })).toBeVisible()
  })

  test('[AC8] a sign-out that fails is said inside the dialog, which stays', async ({ page }) => {
    await page.route('**/api/v1/sign-out', route => route.abort())
    // Where nothing can be kept, nothing could tell the server later.
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('no room', 'QuotaExceededError')
      }
    })
    await button(page, 'Log out').click()
    const question = page.getByRole('alertdialog', { name: 'Log out?' })
    await question.getByRole('button', { name: 'Log out' }).click()
    await expect(question.getByRole('alert')).toHaveText('Oops. Something went wrong.')
    await expect(page.getByRole('alert')).toHaveCount(1)
    await expect(question.getByRole('button', { name: 'Log out' })).toBeEnabled()
    await page.unroute('**/api/v1/sign-out')
    await question.getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/signin$/)
  })

  test('[AC9] logging out says how many changes and letters would be lost @main', async ({
    page,
    musician,
  }) => {
    await musician.fillLibrary()
    await page.goto('/pieces')
    await expect(listEntry(page, 'The Swan')).toBeVisible()
    await page.route('**/api/v1/{sync,feedback}', route => route.abort())
    await page.getByRole('link', { name: 'Edit The Swan' }).click()
    await textField(page, 'name').fill('Le cygne')
    await button(page, 'Save').click()
    await expect(listEntry(page, 'Le cygne')).toBeVisible()
    await button(page, 'Feedback').click()
    await page.getByRole('textbox', { name: /What works/ }).fill('No signal down here.')
    await button(page, 'Send').click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('link', { name: 'Account' }).click()
    await button(page, 'Log out').click()
    const question = page.getByRole('alertdialog', { name: 'Log out?' })
    await expect(question).toContainText('One change has not reached the server yet.')
    await expect(question).toContainText('One message to us has not been sent yet.')
    await expect(question).not.toContainText('Everything is saved')
  })

  test('[AC9] what can be sent is sent before the question, and is not counted', async ({
    page,
    musician,
  }) => {
    await musician.fillLibrary()
    await page.goto('/pieces')
    await expect(listEntry(page, 'The Swan')).toBeVisible()
    let isDown = true
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await page.route('**/api/v1/sync', async route => {
      if (isDown) return route.abort()
      await held
      return route.continue()
    })
    await page.getByRole('link', { name: 'Edit The Swan' }).click()
    await textField(page, 'name').fill('Le cygne')
    await button(page, 'Save').click()
    await expect(listEntry(page, 'Le cygne')).toBeVisible()
    await page.getByRole('link', { name: 'Account' }).click()
    isDown = false
    await button(page, 'Log out').click()
    await expect(button(page, 'Log out')).toHaveAttribute('aria-busy', 'true')
    letGo()
    await expect(page.getByRole('alertdialog')).toContainText('Everything is saved')
  })
})

const avatar = (page: Page) => page.locator('main img')
