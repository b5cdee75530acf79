import type { Page } from '@playwright/test'
import { button, genericErrorToast, successToast } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { returnOnline } from '../states/trouble.ts'

const PATH = '**/api/v1/feedback'

test.describe('write to us', () => {
  test.use({ expectedFaults: [/Failed to load resource|ERR_INTERNET_DISCONNECTED/] })

  test.beforeEach(async ({ page, musician }) => {
    await musician.signIn()
    await musician.become({ plan: 'pro' })
    await page.goto('/account')
  })

  test('[FB14][FB1] Pro writes to us and is thanked; Free does not find it', async ({ page, musician }) => {
    await test.step('Pro writes to us, sees where the answer goes, and is thanked', async () => {
      await button(page, 'Write to us').click()
      await expect(page.getByRole('dialog', { name: 'write to us' })).toBeVisible()
      await expect(words(page)).toBeFocused()
      await expect(words(page)).toHaveAccessibleDescription(
        new RegExp(`Our answer goes to ${musician.email.replaceAll('.', '\\.')}`),
      )
      await words(page).fill('My pedal turns two pages.')
      const sent = page.waitForRequest(PATH)
      await button(page, 'Send').click()
      const request = await sent
      expect(request.postDataJSON()).toMatchObject({
        kind: 'support',
        text: 'My pedal turns two pages.',
        screen: '/account',
      })
      expect((await request.response())?.status()).toBe(204)
      await expect(successToast(page, 'Thank you. We will answer by email.')).toBeVisible()
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(button(page, 'Write to us')).toBeFocused()
    })

    await test.step('who is not Pro any more does not find it', async () => {
      await expect(button(page, 'Write to us')).toBeVisible()
      await musician.become({ plan: 'free' })
      await returnOnline(page)
      await expect(button(page, 'Upgrade')).toBeVisible()
      await expect(button(page, 'Write to us')).toBeHidden()
    })
  })
})

test.describe('a dialog that cannot be fetched', () => {
  test.use({
    expectedFaults: [/Failed to load resource|ERR_FAILED|dynamically imported module/],
    serviceWorkers: 'block',
  })

  test('[UI12] says so and leaves the screen; once the server answers, a press loads the page anew', async ({
    page,
    musician,
  }) => {
    await musician.signIn()
    const files = /\/assets\/feedback-[^/]*\.js$/
    await page.route('**/healthz', route => route.abort())
    await page.route(files, route => route.abort())
    await page.goto('/account')
    await button(page, 'Feedback').click()
    await expect(genericErrorToast(page)).toBeVisible()
    await expect(page.getByRole('heading', { name: musician.email })).toBeVisible()

    await page.unrouteAll()
    const isReloaded = page.waitForEvent('domcontentloaded')
    await button(page, 'Feedback').click()
    await isReloaded
    await button(page, 'Feedback').click()
    await expect(page.getByRole('dialog', { name: 'tell us' })).toBeVisible()
  })
})

const words = (page: Page) => page.getByRole('textbox', { name: 'What can we help you with?' })
