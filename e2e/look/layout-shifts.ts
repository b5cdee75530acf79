import type { Page } from '@playwright/test'

/** Call it before the page is opened. */
export const recordLayoutShifts = (page: Page) =>
  page.addInitScript(() => {
    const entries: PerformanceEntry[] = []
    const observer = new PerformanceObserver(list => entries.push(...list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    Reflect.set(window, 'layoutShifts', () =>
      [...entries.splice(0), ...observer.takeRecords()].map(entry => entry.toJSON() as unknown),
    )
  })

// Smaller shifts are a centered word that the font makes some pixels narrower (0.00001), and a button that a longer
// word moves by three pixels (0.0006). A moved line is larger: 0.01.
const SMALLEST_SHIFT = 0.001

/** Returns the visible layout shifts since the last call, up to the current frame. */
export const takeLayoutShifts = (page: Page) =>
  page.evaluate(async smallest => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(resolve => requestAnimationFrame(resolve))
    const shifts = (Reflect.get(window, 'layoutShifts') as () => { value: number }[])()
    return shifts.filter(({ value }) => value >= smallest)
  }, SMALLEST_SHIFT)
