import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type Page } from '@playwright/test'
import { browserOptions } from './browser-options.ts'
import { createMusician } from './musician.ts'
import { startServerProcess } from './running-server.ts'
import { waitForAnimations } from './states/wait-for-animations.ts'
import { JOURNEYS } from './states/journeys.ts'
import { createVisit, type Journey } from './states/visit.ts'
import { buildIfStale } from '../scripts/set-up/build.mjs'
import { root } from '../scripts/set-up/paths.mjs'
import { provideChromium } from '../scripts/test/browser.ts'

// npm run screenshots: takes a screenshot of every state (e2e/states) at seven widths, light and dark, in both languages,
// and writes an overview to screenshots/index.html. `-- --state practice --width 390,1440 --theme dark --language de`
// takes fewer; each option takes the beginnings of names.
const FOLDER = join(root, 'screenshots')
const HEIGHT_BY_WIDTH: Readonly<Record<string, number>> = {
  320: 568,
  390: 844,
  768: 1024,
  844: 390,
  1280: 800,
  1440: 900,
  2560: 1440,
}
const CONCURRENCY = 3

type Selection = { state: string[]; width: string[]; theme: string[]; language: string[] }

function readSelection(): Selection {
  const option = { type: 'string' } as const
  const { values } = parseArgs({ options: { state: option, width: option, theme: option, language: option } })
  const choose = (list: string | undefined, known: string[]) => {
    const wanted = list?.split(',') ?? known
    const unknown = wanted.find(one => !known.some(name => name.startsWith(one)))
    if (unknown !== undefined)
      throw new Error(`Unknown option value ${unknown}, expected one of ${known.join(', ')}`)
    return known.filter(name => wanted.some(one => name.startsWith(one)))
  }
  return {
    state: choose(
      values.state,
      JOURNEYS.flatMap(({ states }) => Object.keys(states)),
    ),
    width: choose(values.width, Object.keys(HEIGHT_BY_WIDTH)),
    theme: choose(values.theme, ['light', 'dark']),
    language: choose(values.language, ['en', 'de']),
  }
}

async function main(selection: Selection) {
  const failure = await provideChromium()
  if (failure !== null) throw new Error(failure)
  await buildIfStale()
  await rm(FOLDER, { recursive: true, force: true })
  const server = await startServerProcess()
  const browser = await chromium.launch(browserOptions())
  const queue = JOURNEYS.flatMap(journey => selection.language.map(language => ({ journey, language })))
  const files: string[] = []
  async function takeNext() {
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      files.push(...(await takeScreenshots(browser, server.origin, next.journey, next.language, selection)))
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, takeNext))
  await browser.close()
  await server.stop()
  const picture = (file: string) => `<a href="${file}"><img loading="lazy" src="${file}" />${file}</a>`
  const style =
    'body { font: 1rem sans-serif; background: #888 } a { display: inline-block } img { display: block; height: 30rem }'
  const page = `<!doctype html><meta charset="utf-8" /><style>${style}</style>${files.toSorted().map(picture).join('\n')}`
  await writeFile(join(FOLDER, 'index.html'), page)
  console.log(`screenshots/index.html shows ${files.length} screenshots.`)
}

async function takeScreenshots(
  browser: Browser,
  origin: string,
  { states }: Journey,
  language: string,
  selection: Selection,
): Promise<string[]> {
  const files: string[] = []
  const names = Object.keys(states)
  const last = names.findLastIndex(name => selection.state.includes(name))
  if (last === -1) return files
  const viewport = { width: 390, height: 844 }
  // A service worker would answer requests that a state mocks.
  const options = { baseURL: origin, locale: 'en-US', serviceWorkers: 'block', viewport } as const
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
  const page = await context.newPage()
  let current = ''
  try {
    const visit = await createVisit(page, createMusician(page, origin), language)
    for (const [name, goToState] of Object.entries(states).slice(0, last + 1)) {
      current = name
      await goToState(visit)
      if (!selection.state.includes(name)) continue
      await mkdir(join(FOLDER, name), { recursive: true })
      for (const width of selection.width)
        for (const theme of selection.theme) {
          const file = `${name}/${width}-${theme}-${language}.png`
          await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light' })
          await fitViewportToContent(page, Number(width))
          await page.screenshot({ path: join(FOLDER, file) })
          files.push(file)
        }
      await page.setViewportSize(viewport)
    }
  } catch (error) {
    console.error(`${current}, ${language}: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
  await context.close()
  return files
}

/** Repeats the resizing, because a higher viewport may have a larger font. */
async function fitViewportToContent(page: Page, width: number): Promise<void> {
  let height = HEIGHT_BY_WIDTH[width] ?? 844
  for (let attempt = 0; attempt < 4; attempt++) {
    await page.setViewportSize({ width, height })
    await waitForAnimations(page)
    const contentHeight = await page.evaluate(() =>
      document.querySelector('dialog:modal') === null ? document.documentElement.scrollHeight : 0,
    )
    if (contentHeight <= height) break
    height = contentHeight
  }
}

await main(readSelection())
