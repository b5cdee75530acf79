import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { openDatabase } from '#server/database/open-database.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import { silentLogger } from '#tests/sync/library-server.ts'
import { browserOptions } from '../e2e/browser-options.ts'
import { waitForServiceWorker } from '../e2e/offline/service-worker.ts'
import { signedInUserId, signInByCode } from '../e2e/musician.ts'
import { fillLibrary } from '../e2e/pieces/filled-library.ts'
import { startServerProcess } from '../e2e/running-server.ts'
import { buildIfStale } from '../scripts/set-up/build.mjs'
import { findOrInstallChromium } from '../scripts/test/browser.ts'
import { medianOf } from '#core/timed-session/part-minutes.ts'
import { Bars, type BarredFigures } from './bars.ts'
import type { BenchSize } from './bench-arguments.ts'
import { addHistory } from './long-history.ts'
import { timeUntilUsable, recordUsableTime } from './watched-page.ts'

export const name = 'what years of practice cost a device'

const SIZES = {
  full: { entries: [0, 60_000], newDevices: 3, starts: 5, steps: 6 },
  quick: { entries: [0, 6000], newDevices: 3, starts: 5, steps: 6 },
} satisfies Record<BenchSize, Size>
type Size = {
  /** The bars hold for the second one against the first. */
  entries: [number, number]
  newDevices: number
  starts: number
  /** Of the seven steps of the routine. */
  steps: number
}
const MOST_MEGABYTES = 3
const ECHO_MILLISECONDS = 650
const LONG_TASK_MILLISECONDS = 50

/** Figures of each run of one account, by turns with the others. */
type Account = {
  entries: number
  email: string
  newDevice: number[]
  start: number[]
  step: number[]
  heap: number[]
  longTasks: number[]
  device: BrowserContext | null
}

/**
 * The same account without practice entries and with 60,000, by turns in one run: milliseconds on a new device and at a
 * start without a network until Start practicing can be pressed, from Next to the next step, the JavaScript heap after a
 * start, and the longest task after the screen could be used. The quick form has 6,000 entries.
 */
export async function measure(size: BenchSize): Promise<BarredFigures> {
  const { entries, newDevices, starts, steps } = SIZES[size]
  await buildIfStale()
  const found = await findOrInstallChromium()
  if (found.kind === 'none') throw new Error(found.message)
  const postgres = await startPostgres()
  const url = await postgres.createDatabase()
  const server = await startServerProcess({ env: { DATABASE_URL: url } })
  const browser = await chromium.launch(browserOptions(found.path))
  try {
    const accounts = entries.map((entries): Account => ({
      entries,
      email: `history-${entries}@example.org`,
      newDevice: [],
      start: [],
      step: [],
      heap: [],
      longTasks: [],
      device: null,
    }))
    for (const account of accounts) await fill(browser, server.origin, url, account)
    for (let run = 0; run < newDevices; run += 1)
      for (const account of accounts) await newDevice(browser, server.origin, account)
    for (let run = 0; run < starts; run += 1)
      for (const account of accounts) await startOffline(server.origin, account)
    await saveSteps(server.origin, accounts, steps)
    return figuresOf(accounts)
  } finally {
    await browser.close()
    await server.stop()
    await postgres.stop()
  }
}

const aContext = (browser: Browser) =>
  browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' })

async function fill(
  browser: Browser,
  origin: string,
  url: string,
  { email, entries }: Account,
): Promise<void> {
  const context = await aContext(browser)
  const page = await context.newPage()
  await signInByCode(page.request, origin, email)
  await fillLibrary(page.request, origin)
  const userId = await signedInUserId(page, origin)
  const opened = await openDatabase(
    { database: { kind: 'postgres', url, directUrl: url }, live: 'poll' },
    silentLogger,
  )
  if (opened.kind === 'failed') throw new Error(opened.message)
  const { db } = opened.database
  const part = await db
    .selectFrom('part')
    .select(['id as partId', 'piece_id as pieceId'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await addHistory(db, { userId, ...part }, entries)
  await sql`analyze`.execute(db)
  await opened.database.close()
  await context.close()
}

async function newDevice(browser: Browser, origin: string, account: Account): Promise<void> {
  await account.device?.close()
  const context = await aContext(browser)
  account.device = context
  const page = await context.newPage()
  await signInByCode(page.request, origin, account.email)
  await recordUsableTime(page)
  const isSynced = page.waitForEvent('response', {
    predicate: async response =>
      response.url().endsWith('/api/v1/sync') && (await response.json()).moreEntries === false,
    timeout: 300_000,
  })
  await page.goto(`${origin}/practice`)
  account.newDevice.push(await timeUntilUsable(page))
  await isSynced
  await waitForServiceWorker(page)
  account.longTasks.push(await longestTask(page))
  await page.close()
}

async function startOffline(origin: string, account: Account): Promise<void> {
  const context = account.device
  if (context === null) throw new Error('there is no device')
  await context.setOffline(true)
  const page = await context.newPage()
  await recordUsableTime(page)
  await page.goto(`${origin}/practice`)
  account.start.push(await timeUntilUsable(page))
  account.heap.push(await heapMegabytes(page))
  await page.close()
}

/** Presses Next on every account by turns, without a network, so that no answer of the server comes between. */
async function saveSteps(origin: string, accounts: readonly Account[], steps: number): Promise<void> {
  const open = async ({ device, step, longTasks }: Account) => {
    const page = await device?.newPage()
    if (page === undefined) throw new Error('there is no device')
    await recordUsableTime(page)
    await page.goto(`${origin}/practice`)
    await page.getByRole('button', { name: 'Start practicing' }).click()
    return { page, step, longTasks }
  }
  const pages = []
  for (const account of accounts) pages.push(await open(account))
  for (let number = 1; number <= steps; number += 1)
    for (const { page, step } of pages) {
      await page.bringToFront()
      await page.getByText(`${number} of 7`, { exact: true }).waitFor()
      // A press within 600 ms of the last one counts as its echo.
      await page.waitForTimeout(ECHO_MILLISECONDS)
      step.push(await untilStep(page, `${number + 1} of 7`))
    }
  for (const { page, longTasks } of pages) {
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

/** Milliseconds from pressing Next until the text of the next step is drawn. */
const untilStep = (page: Page, text: string): Promise<number> =>
  page.getByRole('button', { name: 'Next', exact: true }).evaluate(
    (next, text) =>
      new Promise<number>(resolve => {
        const started = performance.now()
        const watch = new MutationObserver(() => {
          if (!document.body.textContent.includes(text)) return
          watch.disconnect()
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)))
        })
        watch.observe(document.body, { childList: true, subtree: true, characterData: true })
        if (next instanceof HTMLElement) next.click()
      }),
    text,
  )

function figuresOf(accounts: readonly Account[]): BarredFigures {
  const bars = new Bars()
  const [none, most] = accounts
  const count = most?.entries ?? NaN
  const against = `${count} entries against none`
  for (const { entries, ...account } of accounts) {
    bars.note(`${entries} entries, new device until usable: median, ms`, medianOf(account.newDevice))
    bars.note(`${entries} entries, offline start until usable: median, ms`, medianOf(account.start))
    bars.note(`${entries} entries, Next to the next step: median, ms`, medianOf(account.step))
    bars.note(`${entries} entries, JavaScript heap: median, MB`, medianOf(account.heap))
    bars.note(`${entries} entries, longest task: median of the runs, ms`, medianOf(account.longTasks))
  }
  const medians = (kind: 'newDevice' | 'start' | 'step' | 'heap') =>
    [medianOf(most?.[kind] ?? []), medianOf(none?.[kind] ?? [])] as const
  const times = (kind: 'newDevice' | 'start' | 'step') => {
    const [much, little] = medians(kind)
    return much / little
  }
  bars.atMost(`${against}, new device: times`, times('newDevice'), 1.2)
  bars.atMost(`${against}, offline start: times`, times('start'), 1.1)
  bars.atMost(`${against}, Next: times`, times('step'), 1.1)
  const [heap, heapOfNone] = medians('heap')
  bars.atMost(`${against}, JavaScript heap: MB more`, heap - heapOfNone, MOST_MEGABYTES)
  const longest = medianOf(most?.longTasks ?? [])
  bars.atMost(`${count} entries, longest task: median of the runs, ms`, longest, LONG_TASK_MILLISECONDS)
  return bars.figures()
}
