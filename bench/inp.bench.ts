import { chromium, type Browser, type BrowserContext } from '@playwright/test'
import { browserOptions } from '../e2e/browser-options.ts'
import {
  startServerWithManyPieces,
  MANY_PIECES_COUNT,
  type ServerWithManyPieces,
} from '../e2e/pieces/many-pieces.ts'
import { signInByCode } from '../e2e/musician.ts'
import { buildIfStale } from '../scripts/set-up/build.mjs'
import { findOrInstallChromium } from '../scripts/test/browser.ts'
import { measureInputDelays, measureListOpening, recordInputEvents } from './inp-in-page.ts'
import { busyMinute } from './inp-minute.ts'

export const name = 'INP at the 2,000-piece list'

/**
 * Milliseconds from an input to the next paint, median and worst over a scripted minute on /pieces with 2,000 pieces
 * of three sections: the wheel, PageDown, End, Home, Tab, a card and back, the feedback dialog, the language; at the
 * processor's own speed and at a quarter of it. And how long the list takes to open from the device's own copy.
 */
export async function measure(): Promise<Record<string, number | string>> {
  await buildIfStale()
  const found = await findOrInstallChromium()
  if (found.kind === 'none') throw new Error(found.message)
  const server = await startServerWithManyPieces()
  const browser = await chromium.launch(browserOptions(found.path))
  try {
    const own = await figuresAt(browser, server, 1)
    const slowed = await figuresAt(browser, server, 4)
    return { pieces: MANY_PIECES_COUNT, ...own, ...labeled('4× slower: ', slowed) }
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function figuresAt(browser: Browser, server: ServerWithManyPieces, slowdown: number) {
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
  })
  try {
    return await figuresIn(context, server, slowdown)
  } finally {
    await context.close()
  }
}

async function figuresIn(context: BrowserContext, server: ServerWithManyPieces, slowdown: number) {
  await signInByCode(context.request, server.origin, server.email)
  const page = await context.newPage()
  await page.addInitScript(recordInputEvents)
  const rows = page.locator(`main li[aria-setsize="${MANY_PIECES_COUNT}"]`)
  await page.goto('/pieces')
  await rows.first().waitFor({ timeout: 120_000 })
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  // From the copy on the device, as on every day but the first.
  await page.reload()
  await rows.first().waitFor({ timeout: 120_000 })
  const opening = await measureListOpening(page)
  await busyMinute(page)
  return { ...(await measureInputDelays(page)), ...opening }
}

const labeled = (label: string, figures: Record<string, number | string>) =>
  Object.fromEntries(Object.entries(figures).map(([what, figure]) => [label + what, figure]))
