import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** When Start practicing could be pressed, and every long task, in milliseconds since the page was opened. */
    usability: { usableAt: number | null; tasks: { at: number; took: number }[] }
  }
}

/** Makes the next page record by itself when it can be used, because polling from outside would be late. */
export const recordUsableTime = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.usability = { usableAt: null, tasks: [] }
    new PerformanceObserver(list => {
      for (const { startTime, duration } of list.getEntries())
        window.usability.tasks.push({ at: startTime, took: duration })
    }).observe({ type: 'longtask', buffered: true })
    const observer = new MutationObserver(() => {
      const isThere = [...document.querySelectorAll('button')].some(
        ({ textContent, disabled }) => textContent === 'Start practicing' && !disabled,
      )
      if (!isThere) return
      observer.disconnect()
      // After the frame in which it is drawn.
      requestAnimationFrame(() => setTimeout(() => (window.usability.usableAt = performance.now())))
    })
    observer.observe(document, { childList: true, subtree: true })
  })

/** Returns the milliseconds from opening a page until Start practicing can be pressed. */
export async function timeUntilUsable(page: Page): Promise<number> {
  const at = await page.waitForFunction(() => window.usability.usableAt, null, { timeout: 120_000 })
  return Number(await at.jsonValue())
}
