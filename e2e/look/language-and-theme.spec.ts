import type { Page } from '@playwright/test'
import { button } from '../controls.ts'
import { expect, test } from '../musician.ts'

// tests/look/texts-loading.test.ts covers the retries.
test('[UI3][UI4] late texts leave the screen empty instead of showing keys; after four seconds it speaks built-in English, until they come; ?lng= chooses the language for one page', async ({
  page,
}) => {
  const requested = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route('**/locales/*/sign-in.json', async route => {
    requested.resolve()
    await released.promise
    await route.continue()
  })
  await page.clock.install()
  await page.goto('/signup?lng=de')
  await requested.promise
  await page.clock.runFor(3000)
  await expect(page.locator('body')).toHaveText('')
  await page.clock.runFor(1000)
  await expect(button(page, 'Send me a sign-in link')).toBeVisible()
  released.resolve()
  await expect(button(page, 'Anmeldelink schicken')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.goto('/signin')
  await expect(button(page, 'Send me a sign-in link')).toBeVisible()
})

test('[UI46] the theme follows the device, and a chosen one is worn by the other tab and there before any of our code runs; a language chosen in one tab is spoken in the other', async ({
  page,
  musician,
  watchedPage,
}) => {
  await musician.signIn()
  const other = await page.context().newPage()
  watchedPage(other)
  for (const tab of [page, other]) {
    await tab.emulateMedia({ colorScheme: 'light' })
    await tab.goto('/account')
    await expect(button(tab, 'Log out')).toBeVisible()
    await tab.evaluate(() => Reflect.set(window, 'isFirstLoad', true))
  }
  const choose = (tab: Page, name: string) => tab.getByRole('radio', { name }).check({ force: true })
  const background = () => other.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const themeColors = () =>
    other.locator('meta[name=theme-color]').evaluateAll(all => all.map(bar => bar.getAttribute('content')))

  await test.step('the theme', async () => {
    const light = await background()
    await other.emulateMedia({ colorScheme: 'dark' })
    const dark = await background()
    expect(dark).not.toBe(light)
    await other.emulateMedia({ colorScheme: 'light' })
    expect(await themeColors()).toEqual(['#14224d', '#1b2c63'])
    await choose(page, 'dark')
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
    expect(await themeColors()).toEqual(['#1b2c63', '#1b2c63'])
    await expect(other.getByRole('radio', { name: 'dark' })).toBeChecked()
    await expect.poll(background).toBe(dark)
  })

  await test.step('the language', async () => {
    await choose(page, 'Deutsch')
    await expect(button(other, 'Abmelden')).toBeVisible()
    await expect(other.getByRole('radio', { name: 'Deutsch' })).toBeChecked()
    await expect(other.locator('html')).toHaveAttribute('lang', 'de')
    await expect(other).toHaveTitle(/Konto/)
    await choose(other, 'English')
    await expect(button(page, 'Log out')).toBeVisible()
    await expect(page.getByRole('radio', { name: 'English' })).toBeChecked()
    for (const tab of [page, other])
      expect(await tab.evaluate(() => Reflect.has(window, 'isFirstLoad'))).toBe(true)
  })

  await test.step('before any of our code runs', async () => {
    const dark = await background()
    await other.route('**/assets/*.js', () => undefined)
    await other.goto('/account', { waitUntil: 'commit' })
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect.poll(background).toBe(dark)
  })
})
