import type { Page } from '@playwright/test'

/** Makes a page record how far elements move unexpectedly. Call it before the page is opened. */
export const recordLayoutShifts = (page: Page) =>
  page.addInitScript(() => {
    const entries: PerformanceEntry[] = []
    const observer = new PerformanceObserver(list => entries.push(...list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    Reflect.set(window, 'layoutShifts', () =>
      [...entries.splice(0), ...observer.takeRecords()].map(entry => entry.toJSON() as unknown),
    )
  })

// A centered word that gets some pixels narrower when the font comes is less: 0.00001. A moved line is more: 0.01.
const SMALLEST_SHIFT = 0.0005

/** Returns the layout shifts since the last call, up to the current frame, but those that nobody sees. */
export const takeLayoutShifts = (page: Page) =>
  page.evaluate(async smallest => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(resolve => requestAnimationFrame(resolve))
    const shifts = (Reflect.get(window, 'layoutShifts') as () => { value: number }[])()
    return shifts.filter(({ value }) => value >= smallest)
  }, SMALLEST_SHIFT)
