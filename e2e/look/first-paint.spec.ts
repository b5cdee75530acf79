import type { Page } from '@playwright/test'
import { expect, test } from '../musician.ts'
import { FONT_FILES, holdRequests } from '../hold-requests.ts'

const CODE = /\/assets\/.*\.js$/

const cumulativeLayoutShift = (page: Page) =>
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

const largestContentfulPaintMs = (page: Page) =>
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
      const releaseCode = await holdRequests(page, CODE)
      const releaseFont = await holdRequests(page, FONT_FILES)
      // The font is requested each time, because routes disable the browser's cache.
      const requested = page.waitForRequest(FONT_FILES)
      await page.goto('/', { waitUntil: 'commit' })
      await expect(page.getByText('deine E-Mail-Adresse')).toBeVisible()
      await requested
      const position = await field.boundingBox()
      releaseFont()
      await page.evaluate(() => document.fonts.load('500 1em "Nunito Variable"'))
      expect(await field.boundingBox()).toEqual(position)
      await field.evaluate(element => element.focus())
      await expect(field).not.toBeFocused()
      const before = await field.elementHandle()
      // The new layout is painted only in the next frame.
      await largestContentfulPaintMs(page)
      const beforeCode = await page.evaluate(() => performance.now())
      releaseCode()
      await expect.poll(() => before?.evaluate(element => element.isConnected)).toBe(false)
      expect(await field.boundingBox()).toEqual(position)
      await field.evaluate(element => element.focus())
      await expect(field).toBeFocused()
      expect(await cumulativeLayoutShift(page)).toBeLessThan(0.005)
      expect(await largestContentfulPaintMs(page)).toBeLessThan(beforeCode)
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
