import { expect, test } from './musician.ts'
import { startServer, type RunningServer } from './running-server.ts'

let named: RunningServer

test.beforeAll(async () => {
  named = await startServer({
    env: {
      OPERATOR_NAME: 'Clara Wieck',
      OPERATOR_ADDRESS: 'Hainstraße 1\n04109 Leipzig',
      OPERATOR_EMAIL: 'hello@example.org',
    },
  })
})
test.afterAll(() => named.stop())

for (const [path, title, operator, rights] of [
  ['/privacy?lng=en', 'Privacy Policy', 'Who runs this server', 'Your rights'],
  ['/privacy?lng=de', 'Datenschutz', 'Wer diesen Server betreibt', 'Deine Rechte'],
  ['/terms?lng=en', 'Terms of Service', 'Who runs this server', 'Law'],
  ['/terms?lng=de', 'Nutzungsbedingungen', 'Wer diesen Server betreibt', 'Recht'],
] as const) {
  test(`[LG1][LG3] ${path} has its parts in order, a way to each, and who runs the server`, async ({
    page,
  }) => {
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
  })
}

test('[LG1] printed, a legal text is nothing but text', async ({ page }) => {
  await page.goto(`${named.origin}/privacy`)
  await expect(page.getByRole('heading', { name: 'Your rights' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Your rights' })).toBeVisible()
})

test.describe('on the narrowest phone', () => {
  test.use({ viewport: { width: 320, height: 568 } })
  for (const path of ['/privacy?lng=de', '/terms?lng=de']) {
    test(`[UI23] ${path} is no wider than the window`, async ({ page }) => {
      await page.goto(`${named.origin}${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBeLessThanOrEqual(320)
    })
  }
})
