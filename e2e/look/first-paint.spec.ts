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

test.describe('in German', () => {
  test.use({ locale: 'de' })
  test('[HT93] the sign-in page is painted before its code, nothing is typed into it that would be lost, and nothing moves or is painted larger when font and code come', async ({
    page,
  }) => {
    const sheets: string[] = []
    page.on('request', request => {
      if (request.url().endsWith('.css')) sheets.push(new URL(request.url()).pathname)
    })
    const field = page.locator('input[name=email]')
    for (const [width, height] of [
      [320, 568],
      [1440, 900],
    ] as const) {
      await page.unrouteAll()
      await page.setViewportSize({ width, height })
      const [code, font] = [await holdRequests(page, CODE), await holdRequests(page, FONT)]
      // Held back anew each time, because routes keep the browser's cache off.
      const asked = page.waitForRequest(FONT)
      await page.goto('/', { waitUntil: 'commit' })
      await expect(page.getByText('deine E-Mail-Adresse')).toBeVisible()
      await asked
      const placed = await field.boundingBox()
      font()
      await page.evaluate(() => document.fonts.load('500 1em "Nunito Variable"'))
      expect(await field.boundingBox()).toEqual(placed)
      await field.evaluate(element => element.focus())
      await expect(field).not.toBeFocused()
      const before = await field.elementHandle()
      // What is in its place is on the screen only from the next frame on.
      await largestPaint(page)
      const withoutCode = await page.evaluate(() => performance.now())
      code()
      await expect.poll(() => before?.evaluate(element => element.isConnected)).toBe(false)
      expect(await field.boundingBox()).toEqual(placed)
      await field.evaluate(element => element.focus())
      await expect(field).toBeFocused()
      expect(await layoutShift(page)).toBeLessThan(0.005)
      expect(await largestPaint(page)).toBeLessThan(withoutCode)
    }

    const inPage = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][disabled]')].map(
        link => new URL(link.href).pathname,
      ),
    )
    expect(inPage.length).toBeGreaterThan(1)
    expect(sheets.filter(sheet => inPage.includes(sheet))).toEqual([])
  })
})
