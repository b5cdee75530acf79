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

/** Returns the layout shifts since the last call, up to the current frame. */
export const takeLayoutShifts = (page: Page) =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(resolve => requestAnimationFrame(resolve))
    return (Reflect.get(window, 'layoutShifts') as () => unknown[])()
  })
