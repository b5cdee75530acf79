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

// npm run screenshots: takes pictures of every state (e2e/states) at seven widths, light and dark, in both languages,
// and writes an overview to screenshots/index.html. `-- --state practice --width 390,1440 --theme dark --language de`
// takes fewer; a state is named by the beginning of its name.
const FOLDER = join(root, 'screenshots')
/** A height for each width: a small phone, a usual one, a tablet, a phone lying down, a laptop, desktops. */
const HEIGHTS: Readonly<Record<string, number>> = {
  320: 568,
  390: 844,
  768: 1024,
  844: 390,
  1280: 800,
  1440: 900,
  2560: 1440,
}
const AT_ONCE = 3

type Choice = { state: string[]; width: string[]; theme: string[]; language: string[] }

/** Reads the options. Throws if one names something that does not exist. */
function readChoice(): Choice {
  const option = { type: 'string' } as const
  const { values } = parseArgs({ options: { state: option, width: option, theme: option, language: option } })
  const choose = (list: string | undefined, known: string[]) => {
    const wanted = list?.split(',') ?? known
    const unknown = wanted.find(one => !known.some(name => name.startsWith(one)))
    if (unknown !== undefined) throw new Error(`There is no ${unknown} to picture, only: ${known.join(', ')}`)
    return known.filter(name => wanted.some(one => name.startsWith(one)))
  }
  return {
    state: choose(
      values.state,
      JOURNEYS.flatMap(({ states }) => Object.keys(states)),
    ),
    width: choose(values.width, Object.keys(HEIGHTS)),
    theme: choose(values.theme, ['light', 'dark']),
    language: choose(values.language, ['en', 'de']),
  }
}

async function main(choice: Choice) {
  const trouble = await provideChromium()
  if (trouble !== null) throw new Error(trouble)
  await buildIfStale()
  await rm(FOLDER, { recursive: true, force: true })
  const server = await startServerProcess()
  const browser = await chromium.launch(browserOptions())
  const waiting = JOURNEYS.flatMap(journey => choice.language.map(language => ({ journey, language })))
  const files: string[] = []
  async function takeNext() {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      files.push(...(await takePictures(browser, server.origin, next.journey, next.language, choice)))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, takeNext))
  await browser.close()
  await server.stop()
  const picture = (file: string) => `<a href="${file}"><img loading="lazy" src="${file}" />${file}</a>`
  const style =
    'body { font: 1rem sans-serif; background: #888 } a { display: inline-block } img { display: block; height: 30rem }'
  const page = `<!doctype html><meta charset="utf-8" /><style>${style}</style>${files.toSorted().map(picture).join('\n')}`
  await writeFile(join(FOLDER, 'index.html'), page)
  console.log(`screenshots/index.html shows ${files.length} pictures.`)
}

/** Goes to the last chosen state of a journey and takes the pictures of those that are chosen. */
async function takePictures(
  browser: Browser,
  origin: string,
  { states }: Journey,
  language: string,
  choice: Choice,
): Promise<string[]> {
  const files: string[] = []
  const names = Object.keys(states)
  const last = names.findLastIndex(name => choice.state.includes(name))
  if (last === -1) return files
  const viewport = { width: 390, height: 844 }
  // The service worker would answer requests that a state intercepts.
  const options = { baseURL: origin, locale: 'en-US', serviceWorkers: 'block', viewport } as const
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
  const page = await context.newPage()
  let at = ''
  try {
    const visit = await createVisit(page, createMusician(page, origin), language)
    for (const [name, come] of Object.entries(states).slice(0, last + 1)) {
      at = name
      await come(visit)
      if (!choice.state.includes(name)) continue
      await mkdir(join(FOLDER, name), { recursive: true })
      for (const width of choice.width)
        for (const theme of choice.theme) {
          const file = `${name}/${width}-${theme}-${language}.png`
          await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light' })
          await growToContent(page, Number(width))
          await page.screenshot({ path: join(FOLDER, file) })
          files.push(file)
        }
      await page.setViewportSize(viewport)
    }
  } catch (error) {
    console.error(`${at}, ${language}: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
  await context.close()
  return files
}

/**
 * Grows the page so that scrolled content is in the picture, with fixed bars at the end. Because a taller page may
 * have larger letters, it grows more than once.
 */
async function growToContent(page: Page, width: number): Promise<void> {
  let height = HEIGHTS[width] ?? 844
  for (let turn = 0; turn < 4; turn++) {
    await page.setViewportSize({ width, height })
    await waitForAnimations(page)
    const whole = await page.evaluate(() =>
      document.querySelector('dialog:modal') === null ? document.documentElement.scrollHeight : 0,
    )
    if (whole <= height) break
    height = whole
  }
}

await main(readChoice())
