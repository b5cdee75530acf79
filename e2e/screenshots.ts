import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { browserOptions } from './browser-options.ts'
import { startServerProcess } from './running-server.ts'
import { waitForAnimations } from './states/at-rest.ts'
import { switchLanguageInPlace } from './states/other-tab.ts'
import type { ScreenState } from './states/state.ts'
import { SCREEN_STATES } from './states/states.ts'
import { createVisit, newVisitor } from './states/visit.ts'
import { buildIfStale } from '../scripts/set-up/build.mjs'
import { root } from '../scripts/set-up/paths.mjs'
import { provideChromium } from '../scripts/test/browser.ts'

// npm run screenshots: takes pictures of every state (e2e/states) at five widths, light and dark, in both languages,
// and writes an overview to screenshots/index.html. `-- --state practice --width 390,1440 --theme dark --language de`
// takes fewer; a state is named by the beginning of its name.
const FOLDER = join(root, 'screenshots')
/** A height for each width: a small phone, a usual one, a tablet, a phone lying down, a desktop. */
const HEIGHTS: Readonly<Record<string, number>> = { 320: 568, 390: 844, 768: 1024, 844: 390, 1440: 900 }
const AT_ONCE = 3

type Choice = { states: readonly ScreenState[]; widths: string[]; themes: string[]; languages: string[] }

/** Reads the options. Throws if one names something that does not exist. */
function readChoice(): Choice {
  const option = { type: 'string' } as const
  const { values } = parseArgs({ options: { state: option, width: option, theme: option, language: option } })
  const choose = (list: string | undefined, known: string[]) => {
    const wanted = list?.split(',') ?? known
    const unknown = wanted.find(one => !known.includes(one))
    if (unknown !== undefined) throw new Error(`There is no ${unknown} to picture, only: ${known.join(', ')}`)
    return wanted
  }
  const names = values.state?.split(',') ?? ['']
  const states = SCREEN_STATES.filter(({ name }) => names.some(wanted => name.startsWith(wanted)))
  if (states.length === 0)
    throw new Error(`There is no such state, only: ${SCREEN_STATES.map(({ name }) => name).join(', ')}`)
  return {
    states,
    widths: choose(values.width, Object.keys(HEIGHTS)),
    themes: choose(values.theme, ['light', 'dark']),
    languages: choose(values.language, ['en', 'de']),
  }
}

async function main(choice: Choice) {
  const trouble = await provideChromium()
  if (trouble !== null) throw new Error(trouble)
  await buildIfStale()
  await rm(FOLDER, { recursive: true, force: true })
  const server = await startServerProcess()
  const browser = await chromium.launch(browserOptions())
  const waiting = [...choice.states]
  const files: string[] = []
  async function takeNext() {
    for (let state = waiting.shift(); state !== undefined; state = waiting.shift())
      try {
        files.push(...(await takePictures(browser, server.origin, state, choice)))
      } catch (error) {
        console.error(`${state.name}: ${error instanceof Error ? error.message : String(error)}`)
        process.exitCode = 1
      }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, takeNext))
  await browser.close()
  await server.stop()
  const picture = (file: string) => `<a href="${file}"><img loading="lazy" src="${file}" />${file}</a>`
  const style =
    'body { font: 1rem sans-serif; background: #888 } a { display: inline-block } img { display: block; height: 30rem }'
  const page = `<!doctype html><meta charset="utf-8" /><style>${style}</style>${files.toSorted().map(picture).join('\n')}`
  await writeFile(join(FOLDER, 'index.html'), page)
  console.log(`screenshots/index.html shows ${files.length} pictures of ${choice.states.length} states.`)
}

/** Takes all pictures of a state. Opens it again for the second language if that cannot be switched in place. */
async function takePictures(browser: Browser, origin: string, state: ScreenState, choice: Choice) {
  const contexts: BrowserContext[] = []
  async function openState(language: string): Promise<Page> {
    const context = await browser.newContext({
      baseURL: origin,
      locale: 'en-US',
      // The service worker would answer requests that a state intercepts.
      serviceWorkers: 'block',
      viewport: { width: 390, height: 844 },
      // Stops animations.
      reducedMotion: 'reduce',
    })
    contexts.push(context)
    const page = await context.newPage()
    await state.open(await createVisit(page, newVisitor(page, origin), language))
    return page
  }
  const files: string[] = []
  await mkdir(join(FOLDER, state.name), { recursive: true })
  try {
    let page: Page | null = null
    for (const language of choice.languages) {
      if (page === null || !(await switchLanguageInPlace(page, language))) page = await openState(language)
      for (const width of choice.widths)
        for (const theme of choice.themes) {
          const file = `${state.name}/${width}-${theme}-${language}.png`
          await page.emulateMedia({
            colorScheme: theme === 'dark' ? 'dark' : 'light',
            reducedMotion: 'reduce',
          })
          await growToContent(page, Number(width))
          await page.screenshot({ path: join(FOLDER, file) })
          files.push(file)
        }
    }
    return files
  } finally {
    for (const context of contexts) await context.close()
  }
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
