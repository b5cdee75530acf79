import { chromium, type Browser, type Page } from '@playwright/test'
import { browserOptions } from '../e2e/browser-options.ts'
import { buildIfStale } from '../scripts/set-up/build.mjs'
import { findOrInstallChromium } from '../scripts/test/browser.ts'
import { openDevice, recordPiece } from '../e2e/sync/device-steps.ts'
import { signInByCode } from '../e2e/musician.ts'
import { startServerProcess } from '../e2e/running-server.ts'

export const name = 'a save on one device until it is on the screen of another'

const SAVES = 60

/**
 * Milliseconds from recordChange on one device to the new name on the list of another, through both databases, the
 * server with PGlite on the disk and the live channel, all on one machine. One save at a time, each when the last
 * one was seen.
 */
export async function measure() {
  await buildIfStale()
  const found = await findOrInstallChromium()
  if (found.kind === 'none') throw new Error(found.message)
  const browser = await chromium.launch(browserOptions(found.path))
  const server = await startServerProcess()
  try {
    const email = 'two-devices@example.org'
    const [writing, reading] = [
      await aDevice(browser, server.origin, email),
      await aDevice(browser, server.origin, email),
    ]
    await openDevice(writing, server.origin)
    await recordPiece(writing, 'Etude first')
    await reading.goto(`${server.origin}/pieces`)
    await reading.getByText('Etude first').waitFor()
    const times: number[] = []
    for (let save = 0; save < SAVES; save++) times.push(await untilSeen(writing, reading, `Etude ${save}`))
    return { saves: SAVES, ...timesOf(times) }
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function aDevice(browser: Browser, origin: string, email: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await signInByCode(page.request, origin, email)
  return page
}

async function untilSeen(writing: Page, reading: Page, renamed: string): Promise<number> {
  const seen = reading.evaluate(
    text =>
      new Promise<number>(resolve => {
        const look = () => {
          if (!document.body.textContent.includes(text)) return
          watch.disconnect()
          // What the observer sees is drawn with the next frame.
          requestAnimationFrame(() => resolve(Date.now()))
        }
        const watch = new MutationObserver(look)
        watch.observe(document.body, { subtree: true, childList: true, characterData: true })
      }),
    renamed,
  )
  const saved = await writing.evaluate(async text => {
    const at = Date.now()
    const id = window.device.library()?.pieces[0]?.id ?? window.device.newPieceId()
    const { kind } = await window.device.recordChange({ kind: 'piece.patch', args: { id, name: text } })
    if (kind !== 'saved') throw new Error(kind)
    return at
  }, renamed)
  return (await seen) - saved
}

function timesOf(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? NaN
  return { 'median, ms': at(0.5), 'p95, ms': at(0.95), 'longest, ms': at(1) }
}
