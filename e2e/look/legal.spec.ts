import type { Page } from '@playwright/test'
import { expect, test } from '../musician.ts'
import { startServerProcess, type RunningServer } from '../running-server.ts'

let named: RunningServer

test.beforeAll(async () => {
  named = await startServerProcess({
    env: {
      OPERATOR_NAME: 'Clara Wieck',
      OPERATOR_ADDRESS: 'Hainstraße 1\n04109 Leipzig',
      OPERATOR_EMAIL: 'hello@example.org',
    },
  })
})
test.afterAll(() => named.stop())

test('[LG1][LG7][UI26] each legal text has its parts in order, a way to each, and who runs the server; it fits the narrowest phone, and is nothing but text in print', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 568 })
  for (const [path, title, operator, rights] of [
    ['/privacy?lng=en', 'Privacy Policy', 'Who runs this server', 'Your rights'],
    ['/privacy?lng=de', 'Datenschutz', 'Wer diesen Server betreibt', 'Deine Rechte'],
    ['/terms?lng=en', 'Terms of Service', 'Who runs this server', 'Law'],
    ['/terms?lng=de', 'Nutzungsbedingungen', 'Wer diesen Server betreibt', 'Recht'],
  ] as const) {
    await page.goto(`${named.origin}${path}`)
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
