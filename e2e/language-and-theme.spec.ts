import type { Page } from '@playwright/test'
import { askForLink } from './ask-for-link.ts'
import { codeIn, expect, test, type Musician } from './musician.ts'

const button = (page: Page) => page.getByRole('button', { name: 'Send me a sign-in link' })

test('[UI4] ?lng= chooses the language, the device remembers it and the page says it', async ({ page }) => {
  await page.goto('/signin?lng=de')
  await expect(page.getByRole('button', { name: 'Anmeldelink schicken' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.goto('/signin')
  await expect(page.getByRole('button', { name: 'Anmeldelink schicken' })).toBeVisible()
})

test.describe('in an Austrian browser', () => {
  test.use({ locale: 'de-AT' })

  test('[UI4] the language of the browser is spoken without a file for its country', async ({ page }) => {
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    await page.goto('/signin')
    await expect(page.getByRole('textbox', { name: 'deine E-Mail-Adresse' })).toBeVisible()
    expect(asked.filter(path => path.startsWith('/locales/de-'))).toEqual([])
  })
})

test.describe('in a French browser', () => {
  test.use({ locale: 'fr-FR' })

  test('[UI4] a language that is not spoken falls back to English', async ({ page }) => {
    await page.goto('/signin')
    await expect(button(page)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})

test('[UI5] late texts leave the screen empty instead of showing keys', async ({ page }) => {
  const arrive = Promise.withResolvers<void>()
  await page.route('**/locales/**', async route => {
    await arrive.promise
    await route.continue()
  })
  await page.goto('/signin')
  await page.waitForTimeout(1500)
  await expect(page.locator('body')).toHaveText('')
  arrive.resolve()
  await expect(button(page)).toBeVisible()
})

test.describe('with missing files of texts', () => {
  test.use({ expectedFaults: [/Failed to load resource/] })

  test('[UI5] after four seconds the screen shows without its texts and takes them when they come', async ({
    page,
  }) => {
    const ask = Promise.withResolvers<void>()
    const arrive = Promise.withResolvers<void>()
    await page.route('**/locales/en/sign-in.json', async route => {
      ask.resolve()
      await arrive.promise
      await route.continue()
    })
    await page.clock.install()
    await page.goto('/signin')
    await ask.promise
    await page.clock.runFor(4000)
    await expect(page.locator('input[type=email]')).toBeVisible()
    arrive.resolve()
    await expect(button(page)).toBeVisible()
  })

  test('[UI3] a failing file of texts is asked for again after 350 ms, then after twice as long', async ({
    page,
  }) => {
    const times: number[] = []
    await page.route('**/locales/en/sign-in.json', async route => {
      times.push(Date.now())
      if (times.length <= 3) await route.fulfill({ status: 503 })
      else await route.continue()
    })
    await page.goto('/signin')
    await expect(button(page)).toBeVisible()
    const [first = 0, second = 0, third = 0] = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    expect(times).toHaveLength(4)
    expect(first).toBeGreaterThanOrEqual(340)
    expect(second).toBeGreaterThanOrEqual(690)
    expect(third).toBeGreaterThanOrEqual(1390)
  })

  test('[UI3] a file of texts that is not there is asked for once', async ({ page }) => {
    let asked = 0
    await page.route('**/locales/en/sign-in.json', async route => {
      asked += 1
      await route.fulfill({ status: 404 })
    })
    await page.clock.install()
    await page.goto('/signin')
    await expect(page.locator('input[type=email]')).toBeVisible()
    await page.clock.runFor(10_000)
    // What the page asked for in that time has been asked for before this is answered.
    await page.evaluate(async () => (await fetch('/healthz')).status)
    expect(asked).toBe(1)
  })
})

test('[UI6] a chosen theme is remembered and there before any of our code runs', async ({
  page,
  musician,
}) => {
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

test('[UI6] without a choice the theme follows the device', async ({ page }) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/terms')
  const byDay = await paper()
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await paper()).not.toBe(byDay)
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

test('[UI48] the language chosen in one tab is spoken in the other, and the last choice holds in both', async ({
  page,
  musician,
  watchedPage,
}) => {
  const other = await twoTabs(page, musician, watchedPage)
  const choose = (tab: Page, language: string) =>
    tab.getByRole('radio', { name: language }).check({ force: true })

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

test.describe('where something is wrong', () => {
  test.use({ expectedFaults: [/Failed to load resource/] })

  test('[UI48] what is wrong at the sign-in is said anew in the language that another tab chose', async ({
    page,
    musician,
    watchedPage,
  }) => {
    const other = await page.context().newPage()
    watchedPage(other)
    const field = page.getByRole('textbox')
    await page.route('**/api/v1/sign-in-links', route => route.abort())
    await page.goto('/signin')
    await field.fill(musician.email)
    await button(page).click()
    await expect(field).toHaveAccessibleDescription(/^You are offline/)
    await other.goto('/terms?lng=de')
    await expect(field).toHaveAccessibleDescription(/^Du bist offline/)
    await page.unroute('**/api/v1/sign-in-links')

    await other.goto('/terms?lng=en')
    await askForLink(page, musician.email)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(field).toHaveAccessibleDescription('the code has six digits')
    await other.goto('/terms?lng=de')
    await expect(field).toHaveAccessibleDescription('der Code hat sechs Ziffern')

    const right = codeIn(await musician.newestMail())
    await field.fill(right === '111111' ? '222222' : '111111')
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await expect(field).toHaveAccessibleDescription(/^Das ist nicht der Code. Du hast noch 4 Versuche/)
    await other.goto('/terms?lng=en')
    await expect(field).toHaveAccessibleDescription(/^That is not the code/)
  })
})

test('[UI49] the theme chosen in one tab is worn by the other', async ({ page, musician, watchedPage }) => {
  const other = await twoTabs(page, musician, watchedPage)
  const paper = () => other.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const choose = (theme: string) => page.getByRole('radio', { name: theme }).check({ force: true })
  await other.emulateMedia({ colorScheme: 'light' })
  const byDay = await paper()

  await choose('dark')
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(other.getByRole('radio', { name: 'dark' })).toBeChecked()
  expect(await paper()).not.toBe(byDay)
  await choose('match device')
  await expect(other.locator('html')).toHaveAttribute('data-theme', '')
  await expect(other.getByRole('radio', { name: 'match device' })).toBeChecked()
  expect(await paper()).toBe(byDay)
  expect(await isFirstLoad(other)).toBe(true)
})
