import { chromium, type Browser, type Page } from '@playwright/test'
import { browserOptions } from '../e2e/browser-options.ts'
import { newVisitor } from '../e2e/states/visit.ts'
import { startServerProcess } from '../e2e/running-server.ts'
import { buildIfStale } from '../scripts/set-up/build.mjs'
import { findOrInstallChromium } from '../scripts/test/browser.ts'
import { medianOf } from '#core/timed-session/median.ts'

export const name = 'opening /history'

const SIZES = [0, 6000, 60_000]
const OPENINGS = 5
const YEARS = 10

/**
 * Milliseconds from a navigation to /history until it shows what the device has, median of five, with so many entries
 * spread over ten years; and megabytes of JavaScript's memory then.
 */
export async function measure(): Promise<Record<string, number>> {
  await buildIfStale()
  const found = await findOrInstallChromium()
  if (found.kind === 'none') throw new Error(found.message)
  const server = await startServerProcess()
  const browser = await chromium.launch(browserOptions(found.path))
  try {
    const figures: Record<string, number> = {}
    for (const entries of SIZES) Object.assign(figures, await figuresWith(browser, server.origin, entries))
    return figures
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function figuresWith(browser: Browser, origin: string, entries: number) {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const visitor = newVisitor(page, origin)
  await visitor.signIn()
  await visitor.fillLibrary([{ name: 'The Swan', importance: 3, endTempo: 120, parts: [[null, 60]] }])
  await page.goto('/pieces')
  await page.getByText('The Swan').waitFor()
  await addEntries(page, entries)
  const times: number[] = []
  for (let opened = 0; opened <= OPENINGS; opened += 1) times.push(await timedOpening(page, entries === 0))
  // The first one fetched the files of the screen.
  const median = medianOf(times.slice(1))
  const cdp = await context.newCDPSession(page)
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  await context.close()
  return {
    [`${entries} entries: median, ms`]: Math.round(median),
    [`${entries} entries: memory, MB`]: Number((usedSize / 1e6).toFixed(1)),
  }
}

async function timedOpening(page: Page, isEmpty: boolean): Promise<number> {
  await page.goto('/history')
  await page.locator(isEmpty ? 'main h2' : 'main figure svg[role=img]').waitFor()
  return page.evaluate(() => performance.now())
}

/** Writes entries into the device's own database, as a first sync would have. */
const addEntries = (page: Page, count: number) =>
  page.evaluate(
    async ([count, years]) => {
      const { name = '' } = (await indexedDB.databases()).find(each => each.name?.startsWith('dacapo-')) ?? {}
      const opening = indexedDB.open(name)
      await new Promise(resolve => opening.addEventListener('success', resolve))
      const transaction = opening.result.transaction(['parts', 'practice'], 'readwrite')
      const parts = transaction.objectStore('parts').getAll()
      await new Promise(resolve => parts.addEventListener('success', resolve))
      const [part] = parts.result as { id: string; pieceId: string }[]
      const span = (years * 365 * 86_400_000) / Math.max(1, count)
      for (let entry = 0; entry < count; entry += 1)
        transaction.objectStore('practice').put({
          id: crypto.randomUUID(),
          pieceId: part?.pieceId,
          partId: part?.id,
          tempo: 60 + (entry % 40),
          at: Date.now() - Math.round(entry * span),
          retractedAt: null,
          revision: 1,
          seconds: 300,
          plannedSeconds: null,
          day: null,
          firstTryClean: null,
          runThroughId: null,
        })
      await new Promise(resolve => transaction.addEventListener('complete', resolve))
      opening.result.close()
    },
    [count, YEARS] as const,
  )
