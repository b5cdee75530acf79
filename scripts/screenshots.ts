import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { browserOptions } from '../e2e/browser-options.ts'
import { startServerProcess } from '../e2e/running-server.ts'
import { SCREEN_STATES } from '../e2e/states/states.ts'
import { renderIndexPage } from './screenshots/index-page.ts'
import { planVisits, type StateScreenshots } from './screenshots/plan.ts'
import { takePictures } from './screenshots/take-pictures.ts'
import { buildIfStale } from './set-up/build.mjs'
import { root } from './set-up/paths.mjs'
import { findOrInstallChromium } from './test/browser.ts'

// npm run screenshots: takes pictures of every state (e2e/states) at five widths, light and dark, in both languages,
// and writes an overview to screenshots/index.html. `-- --state practice --width 390,1440 --theme dark --language de`
// takes fewer.
const FOLDER = join(root, 'screenshots')
const AT_ONCE = 3

const option = { type: 'string' } as const
const { values } = parseArgs({ options: { state: option, width: option, theme: option, language: option } })
const visits = planVisits(SCREEN_STATES, values)
process.exitCode = 'unknown' in visits ? refuse(visits.unknown) : await run(visits)

function refuse(unknown: string): number {
  console.error(
    `There is no "${unknown}" to picture. The states: ${SCREEN_STATES.map(({ name }) => name).join(', ')}.`,
  )
  return 1
}

async function run(visits: readonly StateScreenshots[]): Promise<number> {
  await buildIfStale()
  const found = await findOrInstallChromium()
  if (found.kind === 'none') {
    console.error(found.message)
    return 1
  }
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER)
  const server = await startServerProcess()
  const browser = await chromium.launch(browserOptions(found.path))
  try {
    const failed = await visitAll(visits, visit => takePictures(browser, server.origin, FOLDER, visit))
    const files = visits.flatMap(({ pictures }) => pictures.map(({ file }) => file))
    await writeFile(join(FOLDER, 'index.html'), renderIndexPage(files))
    console.log(`\nscreenshots/index.html shows ${files.length} pictures of ${visits.length} visits.`)
    for (const reason of failed) console.error(reason)
    return failed.length === 0 ? 0 : 1
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** Visits a few states concurrently. Returns the reasons of those that failed. */
async function visitAll(
  visits: readonly StateScreenshots[],
  take: (visit: StateScreenshots) => Promise<string | null>,
): Promise<string[]> {
  const waiting = [...visits]
  const failed: string[] = []
  async function takeNext() {
    for (let visit = waiting.shift(); visit !== undefined; visit = waiting.shift()) {
      const reason = await take(visit)
      if (reason !== null) failed.push(reason)
      process.stdout.write(reason === null ? '.' : 'x')
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, takeNext))
  return failed
}
