import { chromium, type Browser, type Page } from '@playwright/test'
import { browserOptions } from '../e2e/browser-options.ts'
import {
  startServerWithManyPieces,
  MANY_PIECES_COUNT,
  type ServerWithManyPieces,
} from '../e2e/pieces/many-pieces.ts'
import { signInByCode } from '../e2e/musician.ts'
import { buildIfStale } from '../scripts/set-up/build.mjs'
import { findOrInstallChromium } from '../scripts/test/browser.ts'
import { quantile } from './bars.ts'

export const name = 'INP at the 2,000-piece list'

const MINUTE = 60_000
/** The browser tells nothing of shorter interactions: they count as this long, so that no figure is too good. */
const SHORTEST_MS = 16

declare global {
  interface Window {
    /** The longest event of each interaction that took 16 ms or more, in milliseconds, as web-vitals counts them. */
    interactions: Map<number, number>
  }
}

/**
 * Milliseconds from an input to the next paint, median and worst over a scripted minute on /pieces with 2,000 pieces
 * of three sections: PageDown, End, Home, Tab, a card and back, the feedback dialog, the language; at the processor's
 * own speed and at a quarter of it.
 */
export async function measure(): Promise<Record<string, number>> {
  await buildIfStale()
  const found = await findOrInstallChromium()
  if (found.kind === 'none') throw new Error(found.message)
  const server = await startServerWithManyPieces()
  const browser = await chromium.launch(browserOptions(found.path))
  try {
    const figures: Record<string, number> = { pieces: MANY_PIECES_COUNT }
    for (const slowdown of [1, 4]) {
      const durations = await inputDelays(browser, server, slowdown)
      figures[`${slowdown} × slower: interactions`] = durations.length
      for (const [label, part] of [
        ['median', 0.5],
        ['98th percentile', 0.98],
        ['worst', 1],
      ] as const)
        figures[`${slowdown} × slower: ${label}, ms`] = Math.round(quantile(durations, part))
    }
    return figures
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function inputDelays(
  browser: Browser,
  server: ServerWithManyPieces,
  slowdown: number,
): Promise<number[]> {
  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({ baseURL: server.origin, viewport, locale: 'en-US' })
  await signInByCode(context.request, server.origin, server.email)
  const page = await context.newPage()
  await page.addInitScript(recordInteractions)
  const rows = page.locator(`main li[aria-setsize="${MANY_PIECES_COUNT}"]`)
  await page.goto('/pieces')
  await rows.first().waitFor({ timeout: 120_000 })
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  // From the copy on the device, as on every day but the first.
  await page.reload()
  await rows.first().waitFor({ timeout: 120_000 })
  await busyMinute(page)
  const { slow, count } = await page.evaluate(() => ({
    slow: [...window.interactions.values()],
    count: performance.interactionCount,
  }))
  await context.close()
  return [...slow, ...Array.from({ length: Math.max(0, count - slow.length) }, () => SHORTEST_MS)]
}

/** Records how long each press and key on the page takes. Run in the page before anything else. */
function recordInteractions(): void {
  window.interactions = new Map()
  const events = new PerformanceObserver(list => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId !== 0)
        window.interactions.set(
          interactionId,
          Math.max(duration, window.interactions.get(interactionId) ?? 0),
        )
  })
  events.observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  events.observe({ type: 'first-input', buffered: true })
}

/** Uses the list of pieces for a minute, faster than most musicians would. */
async function busyMinute(page: Page): Promise<void> {
  const cards = page.locator('main li[aria-setsize]').first()
  const begun = performance.now()
  while (performance.now() - begun < MINUTE) {
    for (const key of ['PageDown', 'PageDown', 'PageDown', 'PageUp', 'End', 'Home', 'PageDown']) {
      await page.keyboard.press(key)
      await page.waitForTimeout(120)
    }
    for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab']) await page.keyboard.press(key)
    await page.locator('main li a[href$="/edit"]:visible').nth(2).click()
    await page.getByRole('button', { name: /^(Cancel|Abbrechen)$/ }).click()
    await cards.waitFor()
    await page.locator('nav button').click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await switchLanguage(page)
    await cards.waitFor()
  }
}

async function switchLanguage(page: Page): Promise<void> {
  const isGerman = (await page.locator('html').getAttribute('lang')) === 'de'
  await page.locator('nav a[href="/account"]').click()
  await page.getByRole('radio', { name: isGerman ? 'English' : 'Deutsch' }).check({ force: true })
  await page.locator(`html[lang="${isGerman ? 'en' : 'de'}"]`).waitFor()
  await page.locator('nav a[href="/pieces"]').click()
}
