import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** What the page has recorded by itself, in milliseconds since it was opened; null for what has not happened. */
    firstScreen: {
      firstPaint: number | null
      largestPaint: number | null
      usable: number | null
      shift: number
    }
  }
}

/** The control that a musician waits for: of the elements that match `selector`, the one with this text. */
export type AwaitedControl = { readonly selector: string; readonly text: string }

/**
 * Makes the next pages record their paints, their layout shifts, and when a control can be used: once it is there, is not
 * disabled, and React has attached its handlers, because a page that the server has drawn shows it before it works.
 */
export const recordFirstScreen = (page: Page, control: AwaitedControl): Promise<unknown> =>
  page.addInitScript(({ selector, text }) => {
    window.firstScreen = { firstPaint: null, largestPaint: null, usable: null, shift: 0 }
    const record = window.firstScreen
    const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver(list => list.getEntries().forEach(take)).observe({ type, buffered: true })
    observe('paint', ({ name, startTime }) => {
      if (name === 'first-contentful-paint') record.firstPaint = startTime
    })
    observe('largest-contentful-paint', ({ startTime }) => (record.largestPaint = startTime))
    observe('layout-shift', entry => {
      if (Reflect.get(entry, 'hadRecentInput') === false) record.shift += Number(Reflect.get(entry, 'value'))
    })
    const isUsable = (element: Element) =>
      (element.textContent.includes(text) || text === '') &&
      !element.matches(':disabled') &&
      Object.keys(element).some(key => key.startsWith('__reactProps'))
    const look = () => {
      if (record.usable !== null) return
      if ([...document.querySelectorAll(selector)].some(isUsable)) record.usable = performance.now()
      // Attaching handlers changes nothing that could be observed, so every frame looks.
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, control)

/** Resolves when the control can be used. */
export const waitUntilUsable = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => window.firstScreen.usable !== null, null, { timeout: 120_000 })

/** Returns what the page has recorded. */
export const readFirstScreen = (page: Page): Promise<Window['firstScreen']> =>
  page.evaluate(() => window.firstScreen)
