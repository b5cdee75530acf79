import type { Page } from '@playwright/test'
import { expect, test, type Musician } from '../musician.ts'

const button = (page: Page) => page.getByRole('button', { name: 'Send me a sign-in link' })

test('[UI3][UI4] late texts leave the screen empty instead of showing keys; ?lng= chooses the language, the page says it, and the next page is in the browser’s again', async ({
  page,
}) => {
  const arrive = Promise.withResolvers<void>()
  await page.route('**/locales/**', async route => {
    await arrive.promise
    await route.continue()
  })
  await page.goto('/try')
  await page.waitForTimeout(1500)
  await expect(page.locator('body')).toHaveText('')
  arrive.resolve()
  await expect(page.getByRole('heading', { name: 'try the click' })).toBeVisible()

  await test.step('?lng= chooses the language, the page says it, and the next page is in the browser’s again', async () => {
    await page.goto('/signin?lng=de')
    await expect(page.getByRole('button', { name: 'Anmeldelink schicken' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await page.goto('/signin')
    await expect(button(page)).toBeVisible()
  })
})

test.describe('with missing files of texts', () => {
  test.use({ expectedFaults: [/Failed to load resource|no texts of practice/] })

  test('[UI3] after four seconds without texts the screen speaks built-in English, until they come; files that always fail are asked for six times each, and no key is ever shown', async ({
    page,
    musician,
  }) => {
    await test.step('after four seconds without texts the screen speaks built-in English, until they come', async () => {
      const ask = Promise.withResolvers<void>()
      const arrive = Promise.withResolvers<void>()
      await page.route('**/locales/*/sign-in.json', async route => {
        ask.resolve()
        await arrive.promise
        await route.continue()
      })
      await page.clock.install()
      await page.goto('/signin?lng=de')
      await ask.promise
      await page.clock.runFor(4000)
      await expect(button(page)).toBeVisible()
      arrive.resolve()
      await expect(page.getByRole('button', { name: 'Anmeldelink schicken' })).toBeVisible()
    })

    await test.step('of files that always fail each is asked for six times, and no key is ever shown', async () => {
      const asked = new Map<string, number>()
      await page.route('**/locales/**', async route => {
        const { pathname } = new URL(route.request().url())
        asked.set(pathname, (asked.get(pathname) ?? 0) + 1)
        await route.fulfill({ status: 503 })
      })
      await page.goto('/signin?lng=en')
      // The attempts wait for one another's answers, so time passes in small steps.
      await expect(async () => {
        await page.clock.runFor(1000)
        expect([...asked.values()]).toEqual([6, 6])
      }).toPass()
      await page.clock.runFor(60_000)
      await expect(button(page)).toBeVisible()
      await button(page).click()
      await expect(page.getByRole('textbox', { name: 'your email' })).toHaveAccessibleDescription(
        'field required',
      )
      expect(Object.fromEntries(asked)).toEqual({
        '/locales/en/common.json': 6,
        '/locales/en/sign-in.json': 6,
      })

      // A screen that has no built-in English says that it did not load; the frame around it can be used.
      await musician.signIn()
      await page.goto('/practice')
      await expect(async () => {
        await page.clock.runFor(1000)
        await expect(page.getByRole('heading', { name: 'this screen did not load' })).toBeVisible({
          timeout: 100,
        })
      }).toPass()
      await expect(page.getByRole('navigation', { name: 'main' })).toContainText('Pieces')
    })
  })
})

test('[UI46] without a choice the theme follows the device; a chosen one is remembered and there before any of our code runs', async ({
  page,
  musician,
}) => {
  await test.step('without a choice the theme follows the device', async () => {
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/terms')
    const byDay = await paper()
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await paper()).not.toBe(byDay)
  })

  await test.step('a chosen theme is remembered and there before any of our code runs', async () => {
    await page.emulateMedia({ colorScheme: 'light' })
    await musician.signIn()
    await page.goto('/account')
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const byDay = await paper()
    await page.getByRole('radio', { name: 'dark' }).check({ force: true })
    const byNight = await paper()
    expect(byNight).not.toBe(byDay)

    await page.route('**/assets/*.js', () => undefined)
    await page.goto('/account', { waitUntil: 'commit' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect.poll(paper).toBe(byNight)
  })
})

/** Two tabs of one browser, both at the account. */
async function twoTabs(page: Page, musician: Musician, watchedPage: (page: Page) => void) {
  await musician.signIn()
  const other = await page.context().newPage()
  watchedPage(other)
  for (const tab of [page, other]) {
    await tab.goto('/account')
    await expect(tab.getByRole('button', { name: 'Log out' })).toBeVisible()
    await tab.evaluate(() => Reflect.set(window, 'isFirstLoad', true))
  }
  return other
}

const isFirstLoad = (page: Page) => page.evaluate(() => Reflect.has(window, 'isFirstLoad'))

test('[UI46] the theme chosen in one tab is worn by the other; the language is spoken there, and the last choice holds in both', async ({
  page,
  musician,
  watchedPage,
}) => {
  const other = await twoTabs(page, musician, watchedPage)
  const choose = (tab: Page, name: string) => tab.getByRole('radio', { name }).check({ force: true })

  await test.step('the theme', async () => {
    const paper = () => other.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await other.emulateMedia({ colorScheme: 'light' })
    const byDay = await paper()

    const bars = () =>
      other.locator('meta[name=theme-color]').evaluateAll(all => all.map(bar => bar.getAttribute('content')))
    expect(await bars()).toEqual(['#14224d', '#1b2c63'])

    await choose(page, 'dark')
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
    expect(await bars()).toEqual(['#1b2c63', '#1b2c63'])
    await expect(other.getByRole('radio', { name: 'dark' })).toBeChecked()
    expect(await paper()).not.toBe(byDay)
    await choose(page, 'match device')
    await expect(other.locator('html')).toHaveAttribute('data-theme', '')
    expect(await bars()).toEqual(['#14224d', '#1b2c63'])
    await expect(other.getByRole('radio', { name: 'match device' })).toBeChecked()
    expect(await paper()).toBe(byDay)
    expect(await isFirstLoad(other)).toBe(true)
  })

  await test.step('the language', async () => {
    await choose(page, 'Deutsch')
    await expect(other.getByRole('button', { name: 'Abmelden' })).toBeVisible()
    await expect(other.getByRole('radio', { name: 'Deutsch' })).toBeChecked()
    await expect(other.locator('html')).toHaveAttribute('lang', 'de')
    await expect(other).toHaveTitle(/Konto/)
    await choose(other, 'English')
    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
    await expect(page.getByRole('radio', { name: 'English' })).toBeChecked()

    // Before the German words of the other tab are there, English is chosen again.
    const arrive = Promise.withResolvers<void>()
    await other.reload()
    await expect(other.getByRole('button', { name: 'Log out' })).toBeVisible()
    await other.route('**/locales/de/**', async route => {
      await arrive.promise
      await route.continue()
    })
    const asked = other.waitForRequest('**/locales/de/**')
    await choose(page, 'Deutsch')
    await asked
    await expect(other.getByRole('radio', { name: 'Deutsch' })).toBeChecked()
    await choose(page, 'English')
    await expect(other.getByRole('radio', { name: 'English' })).toBeChecked()
    const german = other.waitForResponse('**/locales/de/common.json')
    arrive.resolve()
    await (await german).finished()
    await expect(other.getByRole('button', { name: 'Log out' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    expect(await isFirstLoad(page)).toBe(true)
  })
})
