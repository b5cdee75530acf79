import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { browserOptions } from '../e2e/browser-options.ts'
import { fillLibrary } from '../e2e/pieces/filled-library.ts'
import { signInByCode } from '../e2e/musician.ts'
import { startServerProcess } from '../e2e/running-server.ts'
import { buildIfStale } from './set-up/build.mjs'
import { root } from './set-up/paths.mjs'
import { findOrInstallChromium } from './test/browser.ts'

// npm run icons: renders the PNGs for systems and stores from the brand's SVGs and from the product itself. Run it and
// commit the result when the brand or these screens have changed.
const PUBLIC = join(root, 'web/public')
const svg = (name: string) => readFileSync(join(PUBLIC, 'icons', `${name}.svg`), 'utf8')
const withBrandSign = (paths: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="48" fill="#14224d"/><g transform="translate(24 24) scale(2)" fill="none" stroke="#fff" stroke-width="2">${paths}</g></svg>`

const ICONS = [
  { file: 'icon-192', size: 192, drawing: svg('icon-any-512') },
  { file: 'icon-512', size: 512, drawing: svg('icon-any-512') },
  { file: 'icon-maskable-192', size: 192, drawing: svg('icon-maskable-512') },
  { file: 'icon-maskable-512', size: 512, drawing: svg('icon-maskable-512') },
  // Only the shape counts because the system sets the color. The sign needs a margin.
  {
    file: 'icon-mono-512',
    size: 512,
    drawing: svg('icon-mono').replace('viewBox="0 0 272 272"', 'viewBox="-84 -84 440 440"'),
  },
  // iPhones add no background and round the corners themselves.
  { file: 'icon-apple-180', size: 180, drawing: svg('icon-maskable-512') },
  {
    file: 'shortcut-practice-96',
    size: 96,
    drawing: withBrandSign('<path d="M7 4.5v15l12.5-7.5z" fill="#fff"/>'),
  },
  {
    file: 'shortcut-pieces-96',
    size: 96,
    drawing: withBrandSign('<path d="M9 6h12M9 12h12M9 18h12M3 6h1.5M3 12h1.5M3 18h1.5"/>'),
  },
]

const found = await findOrInstallChromium()
if (found.kind === 'none') throw new Error(found.message)
const browser = await chromium.launch(browserOptions(found.path))
await drawIcons(browser)
await drawPreview(browser)
await takeScreenshots(browser)
await browser.close()

async function drawIcons(browser: Browser): Promise<void> {
  const page = await browser.newPage()
  for (const { file, size, drawing } of ICONS) {
    await page.setViewportSize({ width: size, height: size })
    await page.setContent(`<style>*{margin:0}svg{display:block;width:100vw;height:100vh}</style>${drawing}`)
    writeFileSync(join(PUBLIC, 'icons', `${file}.png`), await page.screenshot({ omitBackground: true }))
  }
  await page.setViewportSize({ width: 32, height: 32 })
  await page.setContent(
    `<style>*{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg('icon-any-512')}`,
  )
  writeFileSync(join(PUBLIC, 'favicon.ico'), iconFile(await page.screenshot({ omitBackground: true })))
  await page.close()
}

/** Draws the picture of link previews: a step of the routine under the wordmark, without a word of any language. */
async function drawPreview(browser: Browser): Promise<void> {
  const font = readFileSync(
    join(root, 'node_modules/@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2'),
  ).toString('base64')
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
  await page.setContent(`<style>
    @font-face { font-family: Nunito; font-weight: 200 1000; src: url(data:font/woff2;base64,${font}) }
    body { margin: 0; background: #14224d; font-family: Nunito }
    svg { position: absolute }
    body > svg:first-of-type { left: 380px; top: 62px; width: 440px; height: 112px }
    .step { inset: 0; fill: #fff }
  </style>${svg('wordmark-white')}
  <svg class="step" width="1200" height="630" viewBox="0 0 1200 630">
    <g stroke="#7f8dbf" stroke-opacity=".45" stroke-width="2">
      <path d="M120 240h300M120 322h300M120 404h300M120 486h300M120 567h300"/>
      <path d="M1080 240h-300M1080 322h-300M1080 404h-300M1080 486h-300M1080 567h-300"/>
    </g>
    <path d="M120 239h36v330h-36zM172 239h10v330h-10zM1044 239h36v330h-36zM1018 239h10v330h-10z"/>
    <circle cx="240" cy="363" r="42" fill="#c6d9fb"/>
    <g fill="#46558f">
      <circle cx="240" cy="445" r="30"/><circle cx="960" cy="363" r="30"/><circle cx="960" cy="445" r="30"/>
    </g>
    <g text-anchor="middle">
      <text x="600" y="478" font-size="300" font-weight="1000" letter-spacing="-12">72</text>
      <text x="600" y="552" font-size="44" font-weight="800" fill="#c6d9fb">bpm</text>
    </g>
  </svg>`)
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: join(PUBLIC, 'screenshots/preview.png') })
  await page.close()
}

/** Returns an .ico file that holds one PNG of 32 px, for what asks for nothing else. */
function iconFile(png: Buffer): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2) // an icon
  head.writeUInt16LE(1, 4) // one picture
  head.writeUInt8(32, 6)
  head.writeUInt8(32, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

async function takeScreenshots(browser: Browser): Promise<void> {
  await buildIfStale()
  mkdirSync(join(PUBLIC, 'screenshots'), { recursive: true })
  const server = await startServerProcess()
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
