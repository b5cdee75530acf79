import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  DEFAULT_CLICK_PATTERN,
  clickPatternFromSettings,
  barPositionOfBeat,
  litBeatDot,
  dotCountForBeats,
  clickSettingsFromPattern,
  clickStrength,
  type ClickPattern,
} from './click-pattern.ts'
import { parseChange } from '#core/library/change.ts'
import { MAX_BEATS_PER_BAR } from '#core/library/piece.ts'
import { anyPattern } from '#tests/library/arbitraries.ts'

const strengths = (pattern: ClickPattern, beats: number) =>
  Array.from({ length: beats }, (_, index) => clicksOfBeat(pattern, index))

const clicksOfBeat = (pattern: ClickPattern, index: number) =>
  Array.from({ length: pattern.subdivision }, (_, click) =>
    clickStrength(pattern, barPositionOfBeat(pattern, index), click),
  ).filter(strength => strength !== null)

describe('the pattern of a piece', () => {
  test('[CK1] is four equal clicks until something else is said', () => {
    expect(clickPatternFromSettings(null)).toEqual(DEFAULT_CLICK_PATTERN)
    expect(strengths(DEFAULT_CLICK_PATTERN, 8)).toEqual(Array.from({ length: 8 }, () => ['beat']))
  })

  test('[CK1] what is out of range, from wherever it came, is as if it were absent', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...Object.keys(DEFAULT_CLICK_PATTERN)), fc.anything()),
        stored => {
          const pattern = clickPatternFromSettings(stored)
          expect(pattern.beats >= 1 && pattern.beats <= MAX_BEATS_PER_BAR && pattern.rest <= 16).toBe(true)
          expect(clicksOfBeat(pattern, 12).length).toBeLessThanOrEqual(4)
        },
      ),
    )
    expect(clickPatternFromSettings({ beats: 13, subdivision: 0.5, play: 0, rest: -1 })).toEqual(
      DEFAULT_CLICK_PATTERN,
    )
  })

  test('[CK1] is stored as its differences from the default, comes back as it was, and the server accepts it', () => {
    fc.assert(
      fc.property(anyPattern, pattern => {
        const settings = clickSettingsFromPattern(pattern)
        expect(clickPatternFromSettings(settings)).toEqual(
          pattern.rest === 0 ? { ...pattern, play: 1 } : pattern,
        )
        const id = '00000000-0000-4000-8000-000000000000'
        const parsed = parseChange({ id, kind: 'piece.patch', args: { id, click: settings }, at: 1 })
        expect(parsed.kind).toBe('change')
      }),
    )
    expect(clickSettingsFromPattern(DEFAULT_CLICK_PATTERN)).toBeNull()
  })
})

describe('the beats of a run', () => {
  test('[CK1] an accent is on the first beat of each bar and nowhere else', () => {
    const accented = (beats: number) => strengths({ ...DEFAULT_CLICK_PATTERN, beats, accent: true }, 4).flat()
    expect(accented(3)).toEqual(['accent', 'beat', 'beat', 'accent'])
    expect(new Set(accented(1))).toEqual(new Set(['accent']))
  })

  test('[CK1] of the clicks of a subdivided beat the first is the strongest', () => {
    expect(clicksOfBeat({ ...DEFAULT_CLICK_PATTERN, subdivision: 3 }, 1)).toEqual([
      'beat',
      'subdivision',
      'subdivision',
    ])
  })

  test('[CK1] a count-in is one sounding bar before bar 0, also where bars are silent', () => {
    const pattern = { ...DEFAULT_CLICK_PATTERN, beats: 3, countIn: true, rest: 1 }
    const bars = Array.from({ length: 12 }, (_, index) => barPositionOfBeat(pattern, index))
    expect(bars.map(place => place.bar)).toEqual([-1, -1, -1, 0, 0, 0, 1, 1, 1, 2, 2, 2])
    const silent = bars.filter(place => place.isSilent).map(place => place.bar)
    expect(silent).toEqual([1, 1, 1])
  })

  test('[CK1] play m bars, rest k bars, again and again; no sound in a silent bar, whatever the rest says', () => {
    fc.assert(
      fc.property(anyPattern, fc.nat(5000), (pattern, index) => {
        const { bar, inBar, isSilent } = barPositionOfBeat(pattern, index)
        expect(inBar).toBe(index % pattern.beats)
        expect(isSilent).toBe(bar >= 0 && bar % (pattern.play + pattern.rest) >= pattern.play)
        expect(clicksOfBeat(pattern, index)).toHaveLength(isSilent ? 0 : pattern.subdivision)
      }),
    )
  })
})

describe('the beat that is seen', () => {
  test('[CK1] goes round the four dots, and in no meter is one dot lit twice in a row', () => {
    for (let beats = 1; beats <= MAX_BEATS_PER_BAR; beats += 1) {
      const pattern = { ...DEFAULT_CLICK_PATTERN, beats, countIn: true }
      const dots = Array.from(
        { length: 40 },
        (_, index) => litBeatDot(beats, barPositionOfBeat(pattern, index)).dot,
      )
      expect(new Set(dots).size).toBe(dotCountForBeats(beats))
      expect(dots.filter((dot, index) => dot === dots[index - 1])).toEqual([])
    }
  })

  test('[CK1] the bar line lights up with the first beat of a bar', () => {
    const seen = [0, 1, 2, 3, 4].map(index => litBeatDot(4, barPositionOfBeat(DEFAULT_CLICK_PATTERN, index)))
    expect(seen.map(({ isFirst }) => isFirst)).toEqual([true, false, false, false, true])
    expect(litBeatDot(1, { bar: 3, inBar: 0 }).isFirst).toBe(false)
  })
})
