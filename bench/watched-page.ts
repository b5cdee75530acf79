import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** When Start practicing could be pressed, and every long task, in milliseconds since the page was opened. */
    usability: { usableAt: number | null; tasks: { at: number; took: number }[] }
  }
}

/** Lets a page that is opened next note by itself when it can be used: a look from outside would come late. */
export const watchPage = (page: Page): Promise<unknown> =>
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

/** Milliseconds from opening a watched page until Start practicing can be pressed. */
export async function usableAt(page: Page): Promise<number> {
  const at = await page.waitForFunction(() => window.usability.usableAt, null, { timeout: 120_000 })
  return Number(await at.jsonValue())
}
