import { chromium, type Browser, type BrowserContext } from '@playwright/test'
import { browserOptions } from '../e2e/browser-options.ts'
import { fillLibrary } from '../e2e/pieces/filled-library.ts'
import { signInByCode } from '../e2e/musician.ts'
import { startServerProcess, type RunningServer } from '../e2e/running-server.ts'
import { waitForServiceWorker } from '../e2e/offline/service-worker.ts'
import { buildIfStale } from '../scripts/set-up/build.mjs'
import { findOrInstallChromium } from '../scripts/test/browser.ts'
import { medianOf } from '#core/timed-session/part-minutes.ts'
import { timeUntilUsable, recordUsableTime } from './watched-page.ts'

export const name = 'a start without any network'

const STARTS = 15

/**
 * Milliseconds from opening /practice in a new page, with the server ended, until Start practicing stands there and can
 * be pressed; at the machine's own speed and slowed down four times. And how much was fetched beforehand.
 */
export async function measure() {
  await buildIfStale()
  const found = await findOrInstallChromium()
  if (found.kind === 'none') throw new Error(found.message)
  const browser = await chromium.launch(browserOptions(found.path))
  const server = await startServerProcess()
  try {
    const context = await installed(browser, server)
    const bytes = await bytesKept(context, server.origin)
    await server.stop('SIGKILL')
    await context.setOffline(true)
    const own = await starts(context, server.origin, 1)
    const slow = await starts(context, server.origin, 4)
    return {
      starts: STARTS,
      'until interactive, median, ms': medianOf(own),
      'until interactive, slowest, ms': Math.max(...own),
      '4 times slower: median, ms': medianOf(slow),
      '4 times slower: slowest, ms': Math.max(...slow),
      'files on the device': bytes.files,
      'bytes on the device': bytes.raw,
      'bytes fetched for them, compressed': bytes.fetched,
    }
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function installed(browser: Browser, { origin }: RunningServer): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' })
  const page = await context.newPage()
  await signInByCode(page.request, origin, 'clara@example.org')
  await fillLibrary(page.request, origin)
  await page.goto(`${origin}/practice`)
  await page.getByRole('button', { name: 'Start practicing' }).waitFor()
  await waitForServiceWorker(page)
  await page.close()
  return context
}

async function starts(context: BrowserContext, origin: string, slowdown: number): Promise<number[]> {
  const times: number[] = []
  for (let start = 0; start < STARTS; start++) {
    const page = await context.newPage()
    const browser = await context.newCDPSession(page)
    await browser.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await recordUsableTime(page)
    await page.goto(`${origin}/practice`)
    times.push(Math.round(await timeUntilUsable(page)))
    await page.close()
  }
  return times
}

async function bytesKept(context: BrowserContext, origin: string) {
  const page = await context.newPage()
  await page.goto(`${origin}/practice`)
  const kept = await page.evaluate(async () => {
    const name = (await caches.keys()).find(name => name.startsWith('dacapo files')) ?? ''
    const cache = await caches.open(name)
    return Promise.all(
      (await cache.keys()).map(async request => ({
        url: request.url,
        bytes: (await (await cache.match(request))?.blob())?.size ?? 0,
      })),
    )
  })
  await page.close()
  let fetched = 0
  for (const { url } of kept) {
    const answer = await context.request.get(url, { headers: { 'accept-encoding': 'br, gzip' } })
    fetched += Number(answer.headers()['content-length'] ?? (await answer.body()).length)
  }
  return { files: kept.length, raw: kept.reduce((sum, { bytes }) => sum + bytes, 0), fetched }
}
