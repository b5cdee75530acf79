import { chromium, type Browser, type BrowserContext } from '@playwright/test'
import { medianOf } from '#core/timed-session/part-minutes.ts'
import { browserOptions } from '../e2e/browser-options.ts'
import { signInByCode } from '../e2e/musician.ts'
import { fillLibrary } from '../e2e/pieces/filled-library.ts'
import { startServerProcess } from '../e2e/running-server.ts'
import { buildIfStale } from '../scripts/set-up/build.mjs'
import { findOrInstallChromium } from '../scripts/test/browser.ts'
import { Bars, type BarredFigures } from './bars.ts'
import type { BenchSize } from './bench-arguments.ts'
import {
  readFirstScreen,
  recordFirstScreen,
  waitUntilUsable,
  type AwaitedControl,
} from './first-screen-in-page.ts'
import { leastMilliseconds, slowDownNetwork } from './slow-network.ts'

export const name = 'the first screen on a slow network'

const RUNS = { full: 5, quick: 1 } satisfies Record<BenchSize, number>
const EMAIL = 'clara@example.org'

type Screen = { readonly path: string; readonly isSignedIn: boolean; readonly control: AwaitedControl }

const SCREENS: readonly Screen[] = [
  { path: '/signin', isSignedIn: false, control: { selector: 'form input[type=email]', text: '' } },
  { path: '/practice', isSignedIn: true, control: { selector: 'main button', text: 'Start practicing' } },
  { path: '/pieces', isSignedIn: true, control: { selector: 'main a', text: 'The Swan' } },
]

type Visit = {
  firstPaint: number
  largestPaint: number
  usable: number
  /** The time until it could be used, as a multiple of what the bytes of all its requests take on the line. */
  timesLeast: number
  requests: number
  kilobytes: number
  shift: number
}

/**
 * /signin as a guest, /practice and /pieces signed in on a device that has nothing yet, at 1.6 Mbit/s with round trips of
 * 150 ms: first and largest paint, until it can be used, then requests and bytes until the line is quiet, and layout shift,
 * medians of five new devices. The server speaks HTTP/1.1 here, so six requests run at a time; behind a proxy with HTTP/2 all do.
 */
export async function measure(size: BenchSize): Promise<BarredFigures> {
  await buildIfStale()
  const found = await findOrInstallChromium()
  if (found.kind === 'none') throw new Error(found.message)
  const server = await startServerProcess()
  const browser = await chromium.launch(browserOptions(found.path))
  try {
    const session = await fillAccount(browser, server.origin)
    const visits = SCREENS.map((): Visit[] => [])
    for (let run = 0; run < RUNS[size]; run += 1)
      for (const [index, screen] of SCREENS.entries())
        visits[index]?.push(await visit(browser, server.origin, screen, session))
    const bars = new Bars()
    for (const [index, { path }] of SCREENS.entries()) report(bars, path, visits[index] ?? [])
    return bars.figures()
  } finally {
    await browser.close()
    await server.stop()
  }
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

/** Opens a device that has nothing yet but the cookies of a session. */
async function newDevice(browser: Browser, session: Cookies = []): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' })
  await context.addCookies(session)
  return context
}

/** Signs in once for all devices, because the server limits mails to an address. Returns the cookies of the session. */
async function fillAccount(browser: Browser, origin: string): Promise<Cookies> {
  const context = await newDevice(browser)
  await signInByCode(context.request, origin, EMAIL)
  await fillLibrary(context.request, origin)
  const session = await context.cookies()
  await context.close()
  return session
}

async function visit(
  browser: Browser,
  origin: string,
  { path, isSignedIn, control }: Screen,
  session: Cookies,
): Promise<Visit> {
  const context = await newDevice(browser, isSignedIn ? session : [])
  const page = await context.newPage()
  await recordFirstScreen(page, control)
  const network = await slowDownNetwork(page)
  await page.goto(origin + path, { waitUntil: 'commit' })
  await waitUntilUsable(page)
  await network.waitUntilQuiet()
  const { firstPaint, largestPaint, usable, shift } = await readFirstScreen(page)
  const { requests, bytes } = network.received()
  await context.close()
  return {
    firstPaint: firstPaint ?? NaN,
    largestPaint: largestPaint ?? NaN,
    usable: usable ?? NaN,
    timesLeast: (usable ?? NaN) / leastMilliseconds(bytes),
    requests,
    kilobytes: bytes / 1000,
    shift,
  }
}

function report(bars: Bars, path: string, visits: readonly Visit[]): void {
  const median = (figure: keyof Visit) => medianOf(visits.map(visit => visit[figure]))
  bars.note(`${path}: first paint, ms`, median('firstPaint'))
  bars.note(`${path}: largest paint, ms`, median('largestPaint'))
  bars.note(`${path}: usable, ms`, median('usable'))
  bars.note(`${path}: usable, times the first paint`, median('usable') / median('firstPaint'))
  bars.note(`${path}: usable, times what its bytes take on the line`, median('timesLeast'))
  bars.note(`${path}: requests`, median('requests'))
  bars.note(`${path}: kilobytes over the line`, median('kilobytes'))
  bars.atMost(`${path}: layout shift`, median('shift'), 0)
}
