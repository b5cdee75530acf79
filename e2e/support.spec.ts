import type { Page } from '@playwright/test'
import { button, genericError, goodNews } from './controls.ts'
import { expect, test } from './musician.ts'
import { problemAnswer } from './problem-answer.ts'

const PATH = '**/api/v1/feedback'

test.describe('write to us', () => {
  test.beforeEach(async ({ page, musician }) => {
    await musician.signIn()
    await musician.become({ plan: 'pro' })
    await page.goto('/account')
  })

  test('[FB14] Pro writes to us, sees where the answer goes, and is thanked', async ({ page, musician }) => {
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
    await expect(goodNews(page, 'Thank you. We will answer by email.')).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(button(page, 'Write to us')).toBeFocused()
  })

  test('[FB14] what is half-written here is no feedback, and still there after a reload', async ({
    page,
  }) => {
    await button(page, 'Write to us').click()
    await words(page).fill('Half a question')
    await page.keyboard.press('Escape')
    await button(page, 'Feedback').click()
    await expect(page.getByRole('textbox', { name: /What works/ })).toHaveValue('')
    await page.keyboard.press('Escape')
    await page.reload()
    await button(page, 'Write to us').click()
    await expect(words(page)).toHaveValue('Half a question')
  })

  test('[FB14] who is not Pro any more does not find it', async ({ page, musician }) => {
    await expect(button(page, 'Write to us')).toBeVisible()
    await musician.become({ plan: 'free' })
    await page.reload()
    await expect(button(page, 'Upgrade')).toBeVisible()
    await expect(button(page, 'Write to us')).toBeHidden()
  })

  test.describe('without a signal', () => {
    test.use({ expectedFaults: [/Failed to load resource|ERR_INTERNET_DISCONNECTED/] })

    test('[FB14] the letter waits and goes out as what it is', async ({ page }) => {
      await button(page, 'Write to us').click()
      await words(page).fill('No signal down here.')
      await page.context().setOffline(true)
      await button(page, 'Send').click()
      await expect(goodNews(page, 'Saved. It goes out when you have a signal.')).toBeVisible()
      const sent = page.waitForRequest(PATH)
      await page.context().setOffline(false)
      expect((await sent).postDataJSON()).toMatchObject({ kind: 'support', text: 'No signal down here.' })
    })

    test('[FB14][FB7] a letter that comes back is in its own dialog again', async ({ page }) => {
      await page.route(PATH, route => route.abort())
      await button(page, 'Write to us').click()
      await words(page).fill('Comes back')
      await button(page, 'Send').click()
      await expect(page.getByRole('dialog')).toBeHidden()
      await page.unroute(PATH)
      await page.route(PATH, route => route.fulfill(problemAnswer('validation')))
      const refused = page.waitForResponse(PATH)
      await page.reload()
      await refused
      await button(page, 'Feedback').click()
      await expect(page.getByRole('textbox', { name: /What works/ })).toHaveValue('')
      await page.keyboard.press('Escape')
      await button(page, 'Write to us').click()
      await expect(words(page)).toHaveValue('Comes back')
    })
  })
})

test.describe('a dialog that cannot be fetched', () => {
  test.use({ expectedFaults: [/Failed to load resource|ERR_FAILED/], serviceWorkers: 'block' })

  // It travels with the sync (rule TL17).
  for (const [what, path] of [
    ['its code', /\/assets\/sync-[^/]*\.js$/],
    ['its style sheet', /\/assets\/sync-[^/]*\.css$/],
    ['its texts', /\/locales\/en\/feedback\.json$/],
  ] as const) {
    test(`[FB13] is asked for anew at the next press: ${what}`, async ({ page, musician }) => {
      await musician.signIn()
      // A server that does not answer is no reason to load the page anew.
      await page.route('**/healthz', route => route.abort())
      await page.route(path, route => route.abort())
      await page.goto('/account')
      await button(page, 'Feedback').click()
      await expect(genericError(page)).toBeVisible({ timeout: 20_000 })
      await expect(page.getByRole('heading', { name: musician.email })).toBeVisible()
      await page.unroute(path)
      await expect(async () => {
        await button(page, 'Feedback').click()
        await expect(page.getByRole('dialog', { name: 'tell us' })).toBeVisible()
      }).toPass()
      const field = page.getByRole('textbox', { name: /What works/ })
      await expect(field).toHaveCSS('border-bottom-style', 'solid')
      await expect(field).toHaveCSS('border-top-width', '0px')
    })
  }
})

const words = (page: Page) => page.getByRole('textbox', { name: 'What can we help you with?' })
