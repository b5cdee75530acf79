import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { browserOptions } from '../e2e/browser-options.ts'
import { fillLibrary } from '../e2e/filled-library.ts'
import { signInByCode } from '../e2e/musician.ts'
import { startServer } from '../e2e/running-server.ts'
import { buildWhatIsStale } from './set-up/build.mjs'
import { root } from './set-up/places.mjs'
import { getBrowser } from './test/browser.ts'

// npm run icons: what systems and stores want as PNG, drawn from the SVGs of the brand and from the product itself. To be
// run and committed when the brand or these screens have changed.
const PUBLIC = join(root, 'web/public')
const svg = (name: string) => readFileSync(join(PUBLIC, 'icons', `${name}.svg`), 'utf8')
const withSign = (paths: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="48" fill="#14224d"/><g transform="translate(24 24) scale(2)" fill="none" stroke="#fff" stroke-width="2">${paths}</g></svg>`

const ICONS = [
  { file: 'icon-192', size: 192, drawing: svg('icon-any-512') },
  { file: 'icon-512', size: 512, drawing: svg('icon-any-512') },
  { file: 'icon-maskable-192', size: 192, drawing: svg('icon-maskable-512') },
  { file: 'icon-maskable-512', size: 512, drawing: svg('icon-maskable-512') },
  // Only its shape counts; the system gives the color. The sign stands a little inside of the field.
  {
    file: 'icon-mono-512',
    size: 512,
    drawing: svg('icon-mono').replace('viewBox="0 0 272 272"', 'viewBox="-84 -84 440 440"'),
  },
  // iPhones show it as it is, on no ground of their own, and round its corners themselves.
  { file: 'icon-apple-180', size: 180, drawing: svg('icon-maskable-512') },
  {
    file: 'shortcut-practice-96',
    size: 96,
    drawing: withSign('<path d="M7 4.5v15l12.5-7.5z" fill="#fff"/>'),
  },
  {
    file: 'shortcut-pieces-96',
    size: 96,
    drawing: withSign('<path d="M9 6h12M9 12h12M9 18h12M3 6h1.5M3 12h1.5M3 18h1.5"/>'),
  },
]

const found = await getBrowser()
if (found.kind === 'none') throw new Error(found.message)
const browser = await chromium.launch(browserOptions(found.path))
await drawIcons(browser)
await takeScreenshots(browser)
await browser.close()

async function drawIcons(browser: Browser): Promise<void> {
  const page = await browser.newPage()
  for (const { file, size, drawing } of ICONS) {
    await page.setViewportSize({ width: size, height: size })
    await page.setContent(`<style>*{margin:0}svg{display:block;width:100vw;height:100vh}</style>${drawing}`)
    writeFileSync(join(PUBLIC, 'icons', `${file}.png`), await page.screenshot({ omitBackground: true }))
  }
  await page.close()
}

async function takeScreenshots(browser: Browser): Promise<void> {
  await buildWhatIsStale()
  mkdirSync(join(PUBLIC, 'screenshots'), { recursive: true })
  const server = await startServer()
  for (const [shape, width, height, scale] of [
    ['narrow', 390, 844, 2],
    ['wide', 1280, 800, 1],
  ] as const) {
    const page = await browser.newPage({
      viewport: { width, height },
      deviceScaleFactor: scale,
      locale: 'en-US',
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    })
    await signInByCode(page.request, server.origin, 'clara@example.org')
    if (shape === 'narrow') await fillLibrary(page.request, server.origin)
    for (const screen of ['practice', 'pieces']) {
      await page.goto(`${server.origin}/${screen}`)
      await page.getByText('Clair de lune').first().waitFor()
      await page.evaluate(() => document.fonts.ready)
      await page.screenshot({ path: join(PUBLIC, 'screenshots', `${screen}-${shape}.png`) })
    }
    await page.close()
  }
  await server.stop()
}
