import type { Page } from '@playwright/test'
import { expect, test } from '../musician.ts'
import { mockServerSettings } from '../mock-server-settings.ts'

const OPERATOR = {
  name: 'Clara Wieck',
  address: 'Hainstraße 1\n04109 Leipzig',
  email: 'hello@example.org',
}

test('[LG1][LG7][UI26] each legal text has its parts in order, a way to each, and who runs the server; it fits the narrowest phone, and is nothing but text in print', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await page.route('**/api/v1/config', route =>
    route.fulfill({ json: mockServerSettings({ operator: OPERATOR }) }),
  )
  for (const [path, title, operator, rights] of [
    ['/privacy?lng=en', 'Privacy Policy', 'Who runs this server', 'Your rights'],
    ['/terms?lng=de', 'Nutzungsbedingungen', 'Wer diesen Server betreibt', 'Recht'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText('Hainstraße 1')).toBeVisible()
    await expect(page.getByRole('link', { name: 'hello@example.org' })).toBeVisible()
    const titles = await page.getByRole('heading', { level: 2 }).allTextContents()
    expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual(titles)
    expect(titles.at(-1)).toBe(operator)
    await page.getByRole('link', { name: rights, exact: true }).click()
    await expect(page.getByRole('heading', { name: rights, exact: true })).toBeInViewport()
    await expect(page.locator('main')).not.toContainText(/\{\{|undefined|Stripe/)
    expect(await beyondTheWindow(page), path).toBeLessThanOrEqual(0)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('navigation')).toBeHidden()
    await expect(page.getByRole('heading', { name: rights, exact: true })).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
  }
})

const beyondTheWindow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
