import { chromium, type Browser, type Page } from '@playwright/test'
import { browserOptions } from '../e2e/browser-options.ts'
import { newVisitor } from '../e2e/states/visit.ts'
import { startServerProcess } from '../e2e/running-server.ts'
import { buildIfStale } from '../scripts/set-up/build.mjs'
import { findOrInstallChromium } from '../scripts/test/browser.ts'
import { medianOf } from '#core/timed-session/part-minutes.ts'
import { Bars, type BarredFigures } from './bars.ts'
import { bytesPerUnit } from './memory-slope.ts'

export const name = 'opening /history'

/** The last is twice the one before, for the memory of each further entry. */
const SIZES = [0, 6000, 60_000, 120_000]
const OPENINGS = 5
const YEARS = 10

/**
 * Milliseconds from a navigation to /history until it shows what the device has, median of five, with so many entries
 * spread over ten years; megabytes of JavaScript's memory then, and by how many bytes it grows with each entry.
 */
export async function measure(): Promise<BarredFigures> {
  await buildIfStale()
  const found = await findOrInstallChromium()
  if (found.kind === 'none') throw new Error(found.message)
  const server = await startServerProcess()
  const browser = await chromium.launch(browserOptions(found.path))
  try {
    const openings: Opening[] = []
    for (const entries of SIZES) openings.push(await openedWith(browser, server.origin, entries))
    return figuresOf(openings)
  } finally {
    await browser.close()
    await server.stop()
  }
}

type Opening = { entries: number; milliseconds: number; megabytes: number }

function figuresOf(openings: readonly Opening[]): BarredFigures {
  const bars = new Bars()
  for (const { entries, milliseconds, megabytes } of openings) {
    bars.note(`${entries} entries: median, ms`, milliseconds)
    bars.note(`${entries} entries: memory, MB`, megabytes)
  }
  const [none] = openings
  const [once, twice] = openings.slice(-2)
  if (none === undefined || once === undefined || twice === undefined) return bars.figures()
  bars.note(`${once.entries} entries against none: times`, once.milliseconds / none.milliseconds)
  const pairs = [{ once: once.megabytes, twice: twice.megabytes }]
  bars.note(
    `from ${once.entries} to ${twice.entries} entries: bytes per entry`,
    bytesPerUnit(once.entries, pairs),
  )
  return bars.figures()
}

async function openedWith(browser: Browser, origin: string, entries: number): Promise<Opening> {
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
  return { entries, milliseconds: median, megabytes: usedSize / 2 ** 20 }
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
