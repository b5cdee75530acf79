import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isTest, sourceFiles } from '#tests/repository/source-files.ts'

const text = (path: string) => readFileSync(join(import.meta.dirname, '../../web', path), 'utf8')
const css = text('src/theme/tokens.css')

type Theme = 'light' | 'dark'

// Each foreground color, and the backgrounds on which it appears.
const TEXT = {
  ink: 'paper raised soft tint-high tint-mid tint-low beat-idle',
  'ink-muted': 'paper raised',
  link: 'paper raised soft',
  high: 'paper raised',
  mid: 'paper',
  low: 'paper',
  'on-signal': 'high mid low',
  'on-action': 'action',
  'on-selected': 'selected',
  'on-bar': 'bar',
  'on-bar-muted': 'bar night night-raised',
  'night-alarm': 'night',
  'on-toast': 'toast',
  'on-toast-action': 'toast',
  'toast-icon': 'toast-ok toast-no',
}
const NON_TEXT = {
  high: 'tint-high',
  mid: 'tint-mid',
  low: 'tint-low',
  'rule-strong': 'paper raised',
  beat: 'paper beat-idle',
  focus: 'paper raised',
  'on-bar-accent': 'bar',
  'night-rule': 'night',
}

test.each([
  ['text', TEXT, 4.5],
  ['signs', NON_TEXT, 3],
] as const)('[UI1] %s in %j have enough contrast by day and by night', (_, pairs, minRatio) => {
  for (const [front, backs] of Object.entries(pairs))
    for (const back of backs.split(' '))
      for (const theme of ['light', 'dark'] as const) {
        const found = contrast(color(front, theme), color(back, theme))
        expect({ front, back, theme, isEnough: found >= minRatio }).toEqual({
          front,
          back,
          theme,
          isEnough: true,
        })
      }
})

test('[UI1] the palette has the seven names of the specification', () => {
  for (const name of ['red', 'neutralLight', 'white', 'green', 'blueDark', 'blueLight', 'blue'])
    expect(valueOf(`color-${name}`)).not.toBe('')
})

test('[UI20] the numbers of the look are those of the specification, and one rem is 10 px', () => {
  expect(text('src/theme/base.css')).toMatch(/font-size: 62\.5%/)
  const sizes = ['text-huge', 'text-big', 'text-normal', 'text-small', 'content', 'button-height', 'z-nav']
  expect(sizes.map(valueOf)).toEqual(['4.8rem', '2.4rem', '1.8rem', '1.4rem', '80rem', '4.5rem', '9999'])
  expect(valueOf('font')).toMatch(/^'Nunito/)
})

test('[UI20] no attribute of a drawing is in rem, which WebKit ignores there', () => {
  const rem = /\s(?:x|y|dx|dy|cx|cy|r|rx|ry|x1|x2|y1|y2|width|height)=(?:"|\{`)[^"`]*\drem/
  const drawings = sourceFiles(['web/src'], path => path.endsWith('.tsx') && !isTest(path))
  expect(drawings.filter(({ code }) => rem.test(code)).map(({ path }) => path)).toEqual([])
})

test('[UI20] the browser’s theme color is the dark blue of the day or of the night', () => {
  expect(color('color-blueDark', 'light')).toBe('#14224d')
  for (const theme of ['light', 'dark'] as const)
    expect(text('index.html')).toContain(
      `<meta name="theme-color" content="${color('color-blueDark', theme)}" media="(prefers-color-scheme: ${theme})" />`,
    )
})

function color(name: string, theme: Theme): string {
  const value = valueOf(name)
  const reference = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
  if (reference !== undefined) return color(reference, theme)
  const pair = /^light-dark\(\s*(#\w{6}),\s*(#\w{6})\s*\)$/.exec(value)
  return (theme === 'light' ? pair?.[1] : pair?.[2]) ?? value
}

function valueOf(name: string): string {
  const value = new RegExp(`--${name}:\\s+([^;]+);`).exec(css)?.[1]
  if (value === undefined) throw new Error(`tokens.css has no --${name}`)
  return value
}

/** The contrast ratio of WCAG 2.2 of two colors like #14224d. */
function contrast(one: string, other: string): number {
  const [brighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (brighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  if (!/^#[\da-f]{6}$/.test(hex)) throw new Error(`${hex} is no plain color`)
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
