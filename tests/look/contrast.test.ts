import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, '../../web/src/theme/tokens.css'), 'utf8')

type Theme = 'light' | 'dark'
/** The token in front and the one behind it. */
type Pair = [string, string]
const THEMES: readonly Theme[] = ['light', 'dark']

// What is written on what. WCAG 2.2: 4.5 for text, 3 for outlines and signs.
const TEXT: readonly Pair[] = [
  ...['paper', 'raised', 'soft', 'tint-high', 'tint-mid', 'tint-low', 'beat-idle'].map((on): Pair => [
    'ink',
    on,
  ]),
  ...['paper', 'raised'].flatMap((on): Pair[] => [
    ['ink-muted', on],
    ['link', on],
    ['high', on],
  ]),
  ['link', 'soft'],
  ['mid', 'paper'],
  ['low', 'paper'],
  ...['high', 'mid', 'low'].map((fill): Pair => ['on-signal', fill]),
  ['on-action', 'action'],
  ['on-selected', 'selected'],
  ['on-bar', 'bar'],
  ['on-bar-muted', 'bar'],
  ['on-bar-muted', 'night'],
  ['on-bar-muted', 'night-raised'],
  ['night-alarm', 'night'],
  ['on-toast', 'toast'],
  ['on-toast-action', 'toast'],
  ['toast-icon', 'toast-ok'],
  ['toast-icon', 'toast-no'],
]
const SIGNS: readonly Pair[] = [
  ['high', 'tint-high'],
  ['mid', 'tint-mid'],
  ['low', 'tint-low'],
  ['rule-strong', 'paper'],
  ['rule-strong', 'raised'],
  ['beat', 'paper'],
  ['beat', 'beat-idle'],
  ['focus', 'paper'],
  ['focus', 'raised'],
  ['on-bar-accent', 'bar'],
  ['night-rule', 'night'],
]

for (const theme of THEMES) {
  test.each(TEXT)(`[UI1] ${theme}: text in --%s on --%s has a contrast of 4.5`, (front, back) => {
    expect(contrast(color(front, theme), color(back, theme))).toBeGreaterThanOrEqual(4.5)
  })
  test.each(SIGNS)(`[UI1] ${theme}: a sign in --%s on --%s has a contrast of 3`, (front, back) => {
    expect(contrast(color(front, theme), color(back, theme))).toBeGreaterThanOrEqual(3)
  })
}

test('[UI1] the palette has the seven names of the specification', () => {
  for (const name of ['red', 'neutralLight', 'white', 'green', 'blueDark', 'blueLight', 'blue'])
    expect(valueOf(`color-${name}`)).not.toBe('')
})

function color(name: string, theme: Theme): string {
  const value = valueOf(name)
  const reference = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
  if (reference !== undefined) return color(reference, theme)
  const pair = /^light-dark\(\s*(#\w{6}),\s*(#\w{6})\s*\)$/.exec(value)
  return (theme === 'light' ? pair?.[1] : pair?.[2]) ?? value
}

function valueOf(name: string): string {
  const value = new RegExp(`--${name}: ([^;]+);`).exec(css)?.[1]
  if (value === undefined) throw new Error(`tokens.css has no --${name}`)
  return value
}

/** The contrast ratio of WCAG 2.2 between two colors like #14224d. */
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
