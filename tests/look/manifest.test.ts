import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findScreenPathPattern } from '#core/protocol/screen-addresses.ts'
import { createWebManifest } from '../../web/build/manifests.ts'

const PUBLIC = join(import.meta.dirname, '../../web/public')
const { icons, screenshots, shortcuts, ...manifest } = createWebManifest('en')

test('[OF11] the app has an identity, places to start, and an icon for every purpose, large enough for every system', () => {
  expect(manifest).toMatchObject({ id: '/', scope: '/', display: 'standalone', theme_color: '#14224d' })
  const places = [manifest.start_url, ...shortcuts.map(({ url }) => url)]
  expect(places.map(findScreenPathPattern)).toEqual(['/practice', '/practice', '/pieces'])
  expect(new Set(screenshots.map(({ form_factor }) => form_factor))).toEqual(new Set(['narrow', 'wide']))
  const sizesFor = (purpose: string) =>
    icons.filter(icon => icon.purpose === purpose).map(({ sizes }) => sizes)
  expect(sizesFor('any')).toEqual(expect.arrayContaining(['192x192', '512x512']))
  expect(sizesFor('maskable')).toEqual(['192x192', '512x512'])
  expect(sizesFor('monochrome')).toEqual(['512x512'])
  expect(createWebManifest('de')).toMatchObject({
    lang: 'de',
    shortcuts: [{ name: 'Üben' }, { name: 'Stücke' }],
  })
})

test('[OF11] every picture exists in its stated size, also the icon for iPhones', () => {
  const page = readFileSync(join(PUBLIC, '../index.html'), 'utf8')
  const src = /rel="apple-touch-icon" href="([^"]+)"/.exec(page)?.[1] ?? ''
  const ofIPhone = { src, sizes: '180x180', type: 'image/png' }
  const pictures = [...icons, ...screenshots, ...shortcuts.flatMap(({ icons }) => icons), ofIPhone]
  expect(pictures.filter(({ src }) => !existsSync(join(PUBLIC, src)))).toEqual([])
  const pngs = pictures.filter(({ type }) => type === 'image/png')
  expect(pngs.map(({ src }) => sizeOf(readFileSync(join(PUBLIC, src))))).toEqual(
    pngs.map(({ sizes }) => sizes),
  )
})

// The first block of a PNG has its width and height.
const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`
