import type { Page } from '@playwright/test'

/** Has a page note how far anything moved that was there already. Call it before the page is opened. */
export const watchLayout = (page: Page) =>
  page.addInitScript(() => {
    const entries: PerformanceEntry[] = []
    const observer = new PerformanceObserver(list => entries.push(...list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    Reflect.set(window, 'layoutShifts', () =>
      [...entries.splice(0), ...observer.takeRecords()].map(entry => entry.toJSON() as unknown),
    )
  })

/** What moved since this was last asked, up to the frame that is drawn now. */
export const layoutShifts = (page: Page) =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(resolve => requestAnimationFrame(resolve))
    return (Reflect.get(window, 'layoutShifts') as () => unknown[])()
  })
