import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { medianOf } from '#core/timed-session/part-minutes.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import { browserOptions } from '../e2e/browser-options.ts'
import { waitForServiceWorker } from '../e2e/offline/service-worker.ts'
import { signedInUserId, signInByCode } from '../e2e/musician.ts'
import { fillLibrary } from '../e2e/pieces/filled-library.ts'
import { startServerProcess } from '../e2e/running-server.ts'
import { buildIfStale } from '../scripts/set-up/build.mjs'
import { findOrInstallChromium } from '../scripts/test/browser.ts'
import { BenchReport, type BenchFigures, type BenchSize } from './bench-report.ts'
import { addHistory, openAsServer } from './long-history.ts'

export const name = 'what years of practice cost a device'

const ENTRIES: Record<BenchSize, readonly [number, number]> = { full: [0, 60_000], quick: [0, 6000] }
const NEW_DEVICES = 3
const STARTS = 5
const STEPS = 6
const DOUBLE_PRESS_MILLISECONDS = 650
const MAX_TIMES = { newDevice: 1.2, start: 1.1, step: 1.1 }
const MAX_MORE_MEGABYTES = 3
const MAX_TASK_MILLISECONDS = 50

const FIGURES = {
  newDevice: 'new device until usable, ms',
  start: 'offline start until usable, ms',
  step: 'Next to the next step, ms',
  heap: 'JavaScript heap, MB',
  longTasks: 'longest task, ms',
}
type Account = Record<keyof typeof FIGURES, number[]> & {
  entries: number
  email: string
  device: BrowserContext | null
}

declare global {
  interface Window {
    /** In milliseconds since the page was opened. Start practicing can be pressed at `usableAt`. */
    usability: { usableAt: number | null; tasks: { at: number; took: number }[] }
  }
}

/**
 * Alternates between an account without practice entries and one with 60,000 (the quick form: 6,000). Measures the time
 * until Start practicing can be pressed, on a new device and offline, the time from Next to the next step, the JavaScript
 * heap after a start, and the longest task from when the screen can be used.
 */
export async function measure(size: BenchSize): Promise<BenchFigures> {
  await buildIfStale()
  const found = await findOrInstallChromium()
  if (found.kind === 'none') throw new Error(found.message)
  const postgres = await startPostgres()
  const url = await postgres.createDatabase()
  const server = await startServerProcess({ env: { DATABASE_URL: url } })
  const browser = await chromium.launch(browserOptions(found.path))
  try {
    const accounts = ENTRIES[size].map((entries): Account => {
      const figures = { newDevice: [], start: [], step: [], heap: [], longTasks: [] }
      return { ...figures, entries, email: `history-${entries}@example.org`, device: null }
    })
    for (const account of accounts) await fill(browser, server.origin, url, account)
    for (let run = 0; run < NEW_DEVICES; run += 1)
      for (const account of accounts) await measureNewDevice(browser, server.origin, account)
    for (let run = 0; run < STARTS; run += 1)
      for (const account of accounts) await measureOfflineStart(server.origin, account)
    await measureSteps(server.origin, accounts)
    return figuresOf(accounts)
  } finally {
    await browser.close()
    await server.stop()
    await postgres.stop()
  }
}

const newContext = (browser: Browser) =>
  browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' })

async function fill(
  browser: Browser,
  origin: string,
  url: string,
  { email, entries }: Account,
): Promise<void> {
  const context = await newContext(browser)
  const page = await context.newPage()
  await signInByCode(page.request, origin, email)
  await fillLibrary(page.request, origin)
  const userId = await signedInUserId(page, origin)
  const database = await openAsServer({ kind: 'postgres', url, directUrl: url })
  const part = await database.db
    .selectFrom('part')
    .select(['id as partId', 'piece_id as pieceId'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await addHistory(database.db, { userId, ...part }, entries)
  await database.close()
  await context.close()
}

/** The page itself records when it can be used, because polling would notice it later. */
async function openOverview(device: BrowserContext | null, origin: string): Promise<Page> {
  if (device === null) throw new Error('the account has no device')
  const page = await device.newPage()
  await page.addInitScript(() => {
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
      // The timeout runs after the frame is painted.
      requestAnimationFrame(() => setTimeout(() => (window.usability.usableAt = performance.now())))
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await page.goto(`${origin}/practice`)
  return page
}

async function timeUntilUsable(page: Page): Promise<number> {
  const at = await page.waitForFunction(() => window.usability.usableAt, null, { timeout: 120_000 })
  return Number(await at.jsonValue())
}

async function measureNewDevice(browser: Browser, origin: string, account: Account): Promise<void> {
  await account.device?.close()
  const context = await newContext(browser)
  account.device = context
  await signInByCode(context.request, origin, account.email)
  const isSynced = context.waitForEvent('response', {
    predicate: async response =>
      response.url().endsWith('/api/v1/sync') && (await response.json()).moreEntries === false,
    timeout: 300_000,
  })
  const page = await openOverview(context, origin)
  account.newDevice.push(await timeUntilUsable(page))
  await isSynced
  await waitForServiceWorker(page)
  account.longTasks.push(await longestTask(page))
  await page.close()
}

async function measureOfflineStart(origin: string, { device, start, heap }: Account): Promise<void> {
  await device?.setOffline(true)
  const page = await openOverview(device, origin)
  start.push(await timeUntilUsable(page))
  heap.push(await heapMegabytes(page))
  await page.close()
}

/** The devices are still offline, so that no response of the server interferes. */
async function measureSteps(origin: string, accounts: readonly Account[]): Promise<void> {
  const pages = new Map<Account, Page>()
  for (const account of accounts) {
    const page = await openOverview(account.device, origin)
    await page.getByRole('button', { name: 'Start practicing' }).click()
    pages.set(account, page)
  }
  for (let number = 1; number <= STEPS; number += 1)
    for (const [{ step }, page] of pages) {
      await page.bringToFront()
      await page.getByText(`${number} of 7`, { exact: true }).waitFor()
      // The app ignores a second press within 600 ms.
      await page.waitForTimeout(DOUBLE_PRESS_MILLISECONDS)
      step.push(await timeUntilStep(page, `${number + 1} of 7`))
    }
  for (const [{ longTasks }, page] of pages) {
    longTasks.push(await longestTask(page))
    await page.close()
  }
}

const longestTask = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { tasks, usableAt } = window.usability
    return Math.max(0, ...tasks.filter(({ at }) => at > (usableAt ?? 0)).map(({ took }) => took))
  })

async function heapMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN) / 2 ** 20
}

const timeUntilStep = (page: Page, text: string): Promise<number> =>
  page.getByRole('button', { name: 'Next', exact: true }).evaluate(
    (next, text) =>
      new Promise<number>(resolve => {
        const started = performance.now()
        const observer = new MutationObserver(() => {
          if (!document.body.textContent.includes(text)) return
          observer.disconnect()
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)))
        })
        observer.observe(document.body, { childList: true, subtree: true, characterData: true })
        if (next instanceof HTMLElement) next.click()
      }),
    text,
  )

function figuresOf(accounts: readonly Account[]): BenchFigures {
  const report = new BenchReport()
  const kinds = Object.keys(FIGURES) as (keyof typeof FIGURES)[]
  for (const account of accounts)
    for (const kind of kinds)
      report.note(`${account.entries} entries, ${FIGURES[kind]}: median`, medianOf(account[kind]))
  const [withoutEntries, withEntries] = accounts
  const medians = (kind: keyof typeof FIGURES) =>
    [medianOf(withEntries?.[kind] ?? []), medianOf(withoutEntries?.[kind] ?? [])] as const
  const comparison = `${withEntries?.entries} entries against none`
  for (const kind of ['newDevice', 'start', 'step'] as const) {
    const [time, timeWithoutEntries] = medians(kind)
    report.atMost(`${comparison}, ${FIGURES[kind]}: times`, time / timeWithoutEntries, MAX_TIMES[kind])
  }
  const [heap, heapWithoutEntries] = medians('heap')
  report.atMost(`${comparison}, JavaScript heap: MB more`, heap - heapWithoutEntries, MAX_MORE_MEGABYTES)
  const [longest] = medians('longTasks')
  report.atMost(
    `${withEntries?.entries} entries, longest task: median of the runs, ms`,
    longest,
    MAX_TASK_MILLISECONDS,
  )
  return report.figures()
}
