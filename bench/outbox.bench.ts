import { chromium, type Browser, type Page } from '@playwright/test'
import { browserOptions } from '../e2e/browser-options.ts'
import { signInByCode } from '../e2e/musician.ts'
import { startServerProcess } from '../e2e/running-server.ts'
import { openDevice, readWaitingCount, recordPiece } from '../e2e/sync/device-steps.ts'
import { buildIfStale } from '../scripts/set-up/build.mjs'
import { findOrInstallChromium } from '../scripts/test/browser.ts'
import { measureTimeGrowth } from './growth.ts'

export const name = 'a long time without a network, in a browser'

/** Ten times as many a user may send in a minute; more would wait for the next one (rule LS24). */
const WAITING = 1_000
const RUNS = 5
/** Number of changes recorded in one transaction. */
const LOT = 500

/**
 * Milliseconds until a device without a network has stored so many changes, 500 at a time as an import on the account
 * page does, and from the return of the network until it has sent them, through its database, the server with PGlite,
 * and 50 changes a round. Throws if ten times the changes take more than twelve times as long (rule ST29).
 */
export async function measure(): Promise<Record<string, number>> {
  await buildIfStale()
  const found = await findOrInstallChromium()
  if (found.kind === 'none') throw new Error(found.message)
  const browser = await chromium.launch(browserOptions(found.path))
  const server = await startServerProcess()
  let users = 0
  try {
    const sent: number[] = []
    const untilStored = async (count: number) => {
      const times = await offlineTimes(browser, server.origin, `offline-${users++}@example.org`, count)
      sent.push(times.sent)
      return times.recorded
    }
    const stored = await measureTimeGrowth('changes stored without a network', WAITING, untilStored, RUNS)
    // Measured in the same runs, in the same order.
    const untilSent = () => sent.shift() ?? Number.NaN
    return {
      ...stored,
      ...(await measureTimeGrowth('changes sent when the network is back', WAITING, untilSent, RUNS)),
    }
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function offlineTimes(browser: Browser, origin: string, email: string, count: number) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signInByCode(page.request, origin, email)
  await openDevice(page, origin)
  await recordPiece(page, 'Etude')
  await page.waitForFunction(() => window.device.syncState().waiting === 0)
  await context.setOffline(true)
  const recorded = await recordPractice(page, count)
  if ((await readWaitingCount(page)) !== count) throw new Error('a change did not wait')
  const took = page.evaluate(async () => {
    await new Promise(resolve => window.addEventListener('online', resolve, { once: true }))
    const started = performance.now()
    while (window.device.syncState().waiting > 0) await new Promise(resolve => setTimeout(resolve, 10))
    return performance.now() - started
  })
  await context.setOffline(false)
  const sent = await took
  await context.close()
  return { recorded, sent }
}

/** Records so many practice entries and returns the milliseconds until they are on disk. */
const recordPractice = (page: Page, count: number): Promise<number> =>
  page.evaluate(
    async ([all, lot]) => {
      const part = window.device.library()?.parts[0]
      if (part === undefined) throw new Error('nothing to practice')
      const started = performance.now()
      for (let recorded = 0; recorded < all; recorded += lot) {
        const intentions = Array.from({ length: lot }, (_, index) => ({
          kind: 'practice.add' as const,
          args: {
            id: window.device.newPracticeEntryId(),
            pieceId: part.pieceId,
            partId: part.id,
            tempo: (60 + (index % 100)) as never,
          },
        }))
        const { kind } = await window.device.recordChanges(intentions)
        if (kind !== 'saved') throw new Error(kind)
      }
      return performance.now() - started
    },
    [count, LOT] as const,
  )
