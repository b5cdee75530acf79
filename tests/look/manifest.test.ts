import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { matchScreenAddress } from '#core/protocol/screen-addresses.ts'
import { readLanguages } from '../../web/build/languages.ts'
import { createManifest } from '../../web/build/manifests.ts'

const PUBLIC = join(import.meta.dirname, '../../web/public')
const manifest = createManifest('en')
const { icons, screenshots, shortcuts } = manifest

test('[OF11] the app has an identity, a place to start, and the colors of the brand', () => {
  expect(manifest).toMatchObject({ id: '/', scope: '/', display: 'standalone', name: 'Dacapo' })
  expect(matchScreenAddress(manifest.start_url)).toBe('/practice')
  expect(manifest.theme_color).toBe('#14224d')
})

test('[OF11] a manifest in another language differs in nothing but its texts', () => {
  const textless = (language: string) =>
    JSON.stringify(createManifest(language), (key, part: unknown) =>
      /^(lang|label|name|description)$/.test(key) ? undefined : part,
    )
  for (const language of readLanguages()) {
    expect(textless(language)).toBe(textless('en'))
    expect(createManifest(language).lang).toBe(language)
  }
  expect(createManifest('de')).toMatchObject({
    description: expect.stringContaining('üben'),
    shortcuts: [{ name: 'Üben' }, { name: 'Stücke' }],
    screenshots: expect.arrayContaining([
      expect.objectContaining({ label: expect.stringContaining('Stück') }),
    ]),
  })
})

test('[OF11] there is an icon for every purpose, large enough for every system', () => {
  const sizesFor = (purpose: string) =>
    icons.filter(icon => icon.purpose === purpose).map(({ sizes }) => sizes)
  expect(sizesFor('any')).toEqual(expect.arrayContaining(['192x192', '512x512']))
  expect(sizesFor('maskable')).toEqual(expect.arrayContaining(['192x192', '512x512']))
  expect(sizesFor('monochrome')).toEqual(['512x512'])
})

test('[OF11] shortcuts lead to Practice and Pieces, screenshots show them on a phone and on a desk', () => {
  expect(shortcuts.map(({ url }) => matchScreenAddress(url))).toEqual(['/practice', '/pieces'])
  expect(new Set(screenshots.map(({ form_factor }) => form_factor))).toEqual(new Set(['narrow', 'wide']))
})

test('[OF11] every picture is there and as large as it is said to be', () => {
  const pictures = [...icons, ...screenshots, ...shortcuts.flatMap(({ icons }) => icons)]
  expect(pictures.length).toBeGreaterThan(10)
  expect(pictures.filter(({ src }) => !existsSync(join(PUBLIC, src)))).toEqual([])
  const drawn = pictures.filter(({ type }) => type === 'image/png')
  expect(drawn.map(({ src }) => sizeOf(readFileSync(join(PUBLIC, src))))).toEqual(
    drawn.map(({ sizes }) => sizes),
  )
})

test('[OF11] the page names the manifest, and the icon that an iPhone takes instead', () => {
  const page = readFileSync(join(PUBLIC, '../index.html'), 'utf8')
  expect(page).toContain('<link rel="manifest" href="/manifest.en.webmanifest" />')
  const icon = /rel="apple-touch-icon" href="([^"]+)"/.exec(page)?.[1] ?? ''
  expect(sizeOf(readFileSync(join(PUBLIC, icon)))).toBe('180x180')
})

// A PNG says in its first block how wide and how high it is.
const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`
