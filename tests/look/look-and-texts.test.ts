import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import i18next from 'i18next'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startLoadingTexts, loadTexts } from '#web/language/language.ts'
import { isTest, sourceFiles } from '#tests/repository/source-files.ts'

const text = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')

describe('the numbers of the look', () => {
  const tokens = text('web/src/theme/tokens.css')
  const token = (name: string) => new RegExp(`^\\s*--${name}:\\s+([^;]+);`, 'm').exec(tokens)?.[1]

  test('[UI20] no attribute of a drawing is in rem, which WebKit ignores there', () => {
    const withRem = sourceFiles(['web/src'], path => path.endsWith('.tsx') && !isTest(path)).filter(
      ({ code }) => /\s(?:x|y|dx|dy|cx|cy|r|rx|ry|x1|x2|y1|y2|width|height)=(?:"|\{`)[^"`]*\drem/.test(code),
    )
    expect(withRem.map(({ path }) => path)).toEqual([])
  })

  test('[UI20] one rem is 10 px, so a zoomed text makes everything larger', () => {
    expect(text('web/src/theme/base.css')).toMatch(/font-size: 62\.5%/)
  })

  test.each([
    ['text-huge', '4.8rem'],
    ['text-big', '2.4rem'],
    ['text-normal', '1.8rem'],
    ['text-small', '1.4rem'],
    ['content', '800px'],
    ['button-height', '4.5rem'],
    ['z-nav', '9999'],
  ])('[UI20] %s is %s', (name, value) => {
    expect(token(name)).toBe(value)
  })

  test('[UI20] the font is Nunito', () => {
    expect(token('font')).toMatch(/^'Nunito/)
  })

  test('[UI20] the browser’s theme color is the dark blue of the day or of the night', () => {
    const [, day, night] = /light-dark\((#\w+), (#\w+)/.exec(token('color-blueDark') ?? '') ?? []
    expect(day).toBe('#14224d')
    const page = text('web/index.html')
    for (const [scheme, color] of [
      ['light', day],
      ['dark', night],
    ])
      expect(page).toContain(
        `<meta name="theme-color" content="${color}" media="(prefers-color-scheme: ${scheme})" />`,
      )
  })
})

describe('values in texts', () => {
  const texts = { greeting: 'Hello {{name}}', many: '{{x}}'.repeat(1001) }

  beforeAll(async () => {
    // The language needs a page to write its name on, a server to ask for texts, and tabs that might choose another.
    const root = { lang: '', getAttribute: () => null }
    vi.stubGlobal('document', { cookie: '', documentElement: root })
    vi.stubGlobal('fetch', async () => Response.json(texts))
    vi.stubGlobal('addEventListener', () => {})
    vi.stubGlobal('location', { search: '' })
    vi.stubGlobal('window', {})
    startLoadingTexts([])
    await loadTexts([])
  })
  afterAll(() => vi.unstubAllGlobals())

  test('[UI2] are put in as they are, since the screens escape what they show', () => {
    expect(i18next.t('greeting', { name: 'Romeo & <i>Juliet</i>' })).toBe('Hello Romeo & <i>Juliet</i>')
  })

  test('[UI2] at most 1000 are put into one text', () => {
    const silenced = vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect(i18next.t('many', { x: '.' })).toBe(`${'.'.repeat(1000)}{{x}}`)
    silenced.mockRestore()
  })
})

describe('texts in the source', () => {
  // Words between tags, and in the attributes that are read out or shown.
  const TEXT = />\s*\p{L}[\p{L}\d ,.’'!?-]*\s*<\//u
  const ATTRIBUTE =
    /\b(?:aria-label|aria-description|aria-valuetext|aria-roledescription|title|alt|placeholder|label)="[^"]*\p{L}/u
  const literals = (code: string) => [TEXT, ATTRIBUTE].flatMap(pattern => pattern.exec(code)?.[0] ?? [])

  test('[UI2] none is shown or said that no file of texts has', () => {
    const screens = sourceFiles(['web/src'], path => path.endsWith('.tsx') && !isTest(path))
    expect(screens.length).toBeGreaterThan(50)
    const found = screens.flatMap(({ path, code }) => literals(code).map(text => `${path}: ${text}`))
    // The name of the product is the same everywhere, and so is an address.
    expect(found.filter(text => !/="(Dacapo|\S+@example\.org)/.test(text))).toEqual([])
  })

  test.each([
    '<p>Hello</p>',
    '<h1>\n  Hello, world\n</h1>',
    '<i aria-label="Close" />',
    '<img alt="a bar" />',
  ])('[UI2] %s would be noticed', code => {
    expect(literals(code)).toHaveLength(1)
  })
})
