import {
  MAX_SOUNDING_OR_SILENT_BARS,
  MAX_BEATS_PER_BAR,
  MAX_CLICKS_PER_BEAT,
  type PieceClickSettings,
} from '#core/library/piece.ts'
import { integerWithinOrNull } from './tempo.ts'

export type ClickPattern = {
  /** Beats per bar, 1 to 12. */
  readonly beats: number
  readonly accent: boolean
  /** Clicks per beat, 1 to 4. */
  readonly subdivision: number
  readonly countIn: boolean
  /** Bars that sound before the silent ones, 1 to 16. */
  readonly play: number
  /** Silent bars after the sounding ones, 0 to 16. */
  readonly rest: number
}

export const DEFAULT_CLICK_PATTERN: ClickPattern = {
  beats: 4,
  accent: false,
  subdivision: 1,
  countIn: false,
  play: 1,
  rest: 0,
}

export type ClickStrength = 'accent' | 'beat' | 'subdivision'

export type BeatPosition = {
  /** 0 for the first bar of the music, -1 for the count-in. */
  readonly bar: number
  readonly inBar: number
  readonly isSilent: boolean
}

export function clickPatternFromSettings(settings: PieceClickSettings | null): ClickPattern {
  const { beats, accent, subdivision, countIn, play, rest } = settings ?? {}
  return {
    beats: integerWithinOrNull(beats, 1, MAX_BEATS_PER_BAR) ?? DEFAULT_CLICK_PATTERN.beats,
    accent: accent === true,
    subdivision:
      integerWithinOrNull(subdivision, 1, MAX_CLICKS_PER_BEAT) ?? DEFAULT_CLICK_PATTERN.subdivision,
    countIn: countIn === true,
    play: integerWithinOrNull(play, 1, MAX_SOUNDING_OR_SILENT_BARS) ?? DEFAULT_CLICK_PATTERN.play,
    rest: integerWithinOrNull(rest, 0, MAX_SOUNDING_OR_SILENT_BARS) ?? DEFAULT_CLICK_PATTERN.rest,
  }
}

export function clickSettingsFromPattern(pattern: ClickPattern): PieceClickSettings | null {
  const { beats, accent, subdivision, countIn, play, rest } = pattern
  const settings: PieceClickSettings = {
    ...(beats !== DEFAULT_CLICK_PATTERN.beats && { beats }),
    ...(accent && { accent }),
    ...(subdivision !== DEFAULT_CLICK_PATTERN.subdivision && { subdivision }),
    ...(countIn && { countIn }),
    // Without silent bars the number of sounding bars has no effect.
    ...(rest !== DEFAULT_CLICK_PATTERN.rest && { play, rest }),
  }
  return Object.keys(settings).length === 0 ? null : settings
}

/** `index` counts the beats from 0, including those of the count-in. */
export function barPositionOfBeat(pattern: ClickPattern, index: number): BeatPosition {
  const bar = Math.floor(index / pattern.beats) - (pattern.countIn ? 1 : 0)
  const inBar = index % pattern.beats
  const inTurn = bar % (pattern.play + pattern.rest)
  return { bar, inBar, isSilent: inTurn >= pattern.play }
}

export function clickStrength(
  { accent }: ClickPattern,
  { inBar, isSilent }: BeatPosition,
  click: number,
): ClickStrength | null {
  if (isSilent) return null
  if (click > 0) return 'subdivision'
  return accent && inBar === 0 ? 'accent' : 'beat'
}

const DOTS_OF_ONE_BEAT = 4

export const dotCountForBeats = (beats: number): number => (beats === 1 ? DOTS_OF_ONE_BEAT : beats)

export function litBeatDot(beats: number, { bar, inBar }: Pick<BeatPosition, 'bar' | 'inBar'>) {
  if (beats === 1) return { dot: (bar + DOTS_OF_ONE_BEAT) % DOTS_OF_ONE_BEAT, isFirst: false }
  return { dot: inBar, isFirst: inBar === 0 }
}
