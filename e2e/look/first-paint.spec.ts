import type { Page } from '@playwright/test'
import { expect, test } from '../musician.ts'
import { FONT, holdRequests } from './hold-requests.ts'

const CODE = /\/assets\/.*\.js$/

/** Sums up how far visible things have moved by themselves, as Chromium's layout shift. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>(resolve => {
        const shifts = (list: PerformanceObserverEntryList) =>
          resolve(list.getEntries().reduce((sum, entry) => sum + (entry as LayoutShift).value, 0))
        new PerformanceObserver(shifts).observe({ type: 'layout-shift', buffered: true })
        // Without a shift the observer is not called.
        setTimeout(() => resolve(0), 500)
      }),
  )
type LayoutShift = PerformanceEntry & { value: number }

/** Returns when Chromium first painted the largest text of the page, in milliseconds after its address was opened. */
const largestPaint = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>(resolve =>
        new PerformanceObserver(list => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        }),
      ),
  )

test('[HT93] a field that is pressed just before the app comes has the focus afterwards; a button or link waits for the app', async ({
  page,
  musician,
}) => {
  let release = await holdRequests(page, CODE)
  await page.goto('/signin', { waitUntil: 'commit' })
  const field = page.getByRole('textbox', { name: 'your email' })
  // As in Firefox, which tells of the press but not of the focus if its window is not active yet.
  await field.dispatchEvent('pointerdown')
  release()
  await expect(field).toBeFocused()

  await page.unrouteAll()
  release = await holdRequests(page, CODE)
  await page.goto('/signin', { waitUntil: 'commit' })
  await field.fill(musician.email)
  const button = page.getByRole('button', { name: 'Send me a sign-in link' })
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  expect(new URL(page.url()).search).toBe('')
  release()
  await expect(page.getByRole('heading', { name: 'check your email' })).toBeVisible()

  await musician.signIn()
  await page.unrouteAll()
  release = await holdRequests(page, CODE)
  await page.goto('/pieces', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Feedback' }).hover()
  await page.mouse.down()
  release()
  // The app has come between pressing and releasing.
  await expect(page.getByRole('link', { name: 'Add new piece' })).toBeVisible()
  await page.mouse.up()
  await expect(page.getByRole('dialog', { name: 'tell us' })).toBeVisible()

  await page.unrouteAll()
  release = await holdRequests(page, CODE)
  await page.goto('/pieces', { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Practice', exact: true }).hover()
  await page.mouse.down()
  release()
  await expect(page.getByRole('link', { name: 'Add new piece' })).toBeVisible()
  await page.mouse.up()
  await expect(page).toHaveURL(/\/practice$/)
})

test('[HT93] the sign-in screen is there before its code, and what is typed meanwhile remains', async ({
  page,
}) => {
  const release = await holdRequests(page, CODE)
  await page.goto('/signin', { waitUntil: 'commit' })
  const field = page.getByRole('textbox', { name: 'your email' })
  await field.pressSequentially('clara@exam')
  // The app's own field, which knows its rules.
  const before = await field.elementHandle()
  release()
  await expect.poll(() => before?.evaluate(element => element.isConnected)).toBe(false)
  await expect(field).toBeFocused()
  await page.keyboard.type('ple.org')
  await expect(field).toHaveValue('clara@example.org')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'check your email' })).toBeVisible()
})

test('[HT93] nothing moves or is painted larger when font and code come, at any width; the sign-in screen and what is typed stay, however long its code takes', async ({
  page,
}) => {
  for (const { width, height } of [
    { width: 320, height: 568 },
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ])
    await test.step(`nothing moves when font and code come, at ${width} pixels`, async () => {
      await page.unrouteAll()
      await page.setViewportSize({ width, height })
      const [code, font] = [await holdRequests(page, CODE), await holdRequests(page, FONT)]
      // Held back anew each time, because routes keep the browser's cache off.
      const asked = page.waitForRequest(FONT)
      await page.goto('/signin', { waitUntil: 'commit' })
      const field = page.getByRole('textbox', { name: 'your email' })
      await expect(field).toBeVisible()
      await asked
      const placed = await field.boundingBox()
      font()
      await page.evaluate(() => document.fonts.load('500 1em "Nunito Variable"'))
      expect(await field.boundingBox()).toEqual(placed)
      const before = await field.elementHandle()
      // What is in its place is on the screen only from the next frame on.
      await largestPaint(page)
      const withoutCode = await page.evaluate(() => performance.now())
      code()
      await expect.poll(() => before?.evaluate(element => element.isConnected)).toBe(false)
      expect(await field.boundingBox()).toEqual(placed)
      expect(await layoutShift(page)).toBeLessThan(0.005)
      expect(await largestPaint(page)).toBeLessThan(withoutCode)
    })

  await test.step('the sign-in screen and what is typed stay, however long its code takes', async () => {
    await page.unrouteAll()
    await page.clock.install()
    const release = await holdRequests(page, /\/assets\/sign-in.*\.js$/)
    await page.goto('/signin', { waitUntil: 'load' })
    const field = page.getByRole('textbox', { name: 'your email' })
    await field.pressSequentially('clara@example.org')
    const before = await field.elementHandle()
    // The rest of the app would show itself by now.
    await page.clock.runFor(10_000)
    await expect(field).toHaveValue('clara@example.org')
    release()
    await expect.poll(() => before?.evaluate(element => element.isConnected)).toBe(false)
    await expect(field).toHaveValue('clara@example.org')
    await expect(field).toBeFocused()
  })
})

for (const [language, words] of [
  ['en', 'today'],
  ['de', 'heute'],
] as const)
  test.describe(`in ${language}`, () => {
    test.use({ locale: language })
    test(`[HT93] the frame of a signed-in screen is there before its code, and no style sheet in it is fetched again, in ${language}`, async ({
      page,
      musician,
    }) => {
      const sheets: string[] = []
      page.on('request', request => {
        if (request.url().endsWith('.css')) sheets.push(new URL(request.url()).pathname)
      })
      await musician.signIn()
      const release = await holdRequests(page, CODE)
      await page.goto('/practice', { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { name: words })).toBeVisible()
      await expect(page.getByRole('navigation').getByRole('link')).toHaveCount(3)
      await expect(page.locator('[aria-current=page]')).toHaveAttribute('href', '/practice')
      release()
      await expect(page.getByRole('button', { name: /add your first piece|erstes Stück/i })).toBeVisible()
      await expect(page.getByRole('navigation')).toHaveCount(1)
      const inPage = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][disabled]')].map(
          link => new URL(link.href).pathname,
        ),
      )
      expect(inPage.length).toBeGreaterThan(2)
      expect(sheets.filter(sheet => inPage.includes(sheet))).toEqual([])
    })
  })
