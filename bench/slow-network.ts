import { setTimeout as pause } from 'node:timers/promises'
import type { CDPSession, Page } from '@playwright/test'

/** A telephone with poor reception. Lighthouse calls the same line slow 4G. */
const SLOW = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const QUIET_MILLISECONDS = 500

/** The line of a page: 1.6 Mbit/s down, 0.75 up and a round trip of 150 ms. Its service worker has a line of its own. */
export type SlowNetwork = {
  /** Resolves when nothing has arrived for half a second; the event stream, which stays open, does not count. */
  waitUntilQuiet(): Promise<void>
  /** Requests that have been answered, and their bytes as they came over the line, headers included. */
  received(): { requests: number; bytes: number }
}

/** Gives a page a slow line before it is opened. */
export async function slowDownNetwork(page: Page): Promise<SlowNetwork> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', { offline: false, ...SLOW })
  return watchNetwork(cdp)
}

/** Returns the milliseconds that bytes take on the slow line at least, with one round trip before the first of them. */
export const leastMilliseconds = (bytes: number): number =>
  SLOW.latency + (bytes / SLOW.downloadThroughput) * 1000

function watchNetwork(cdp: CDPSession): SlowNetwork {
  const running = new Set<string>()
  let requests = 0
  let bytes = 0
  let lastAt = performance.now()
  const note = (change: () => void) => {
    change()
    lastAt = performance.now()
  }
  cdp.on('Network.requestWillBeSent', ({ requestId, type }) =>
    note(() => (type === 'EventSource' ? undefined : running.add(requestId))),
  )
  cdp.on('Network.loadingFailed', ({ requestId }) => note(() => running.delete(requestId)))
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    note(() => {
      running.delete(requestId)
      requests += 1
      bytes += encodedDataLength
    }),
  )
  return {
    async waitUntilQuiet() {
      while (running.size > 0 || performance.now() - lastAt < QUIET_MILLISECONDS) await pause(50)
    },
    received: () => ({ requests, bytes }),
  }
}
