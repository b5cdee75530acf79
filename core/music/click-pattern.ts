import {
  MAX_CONSECUTIVE_BARS,
  MAX_BEATS_PER_BAR,
  MAX_CLICKS_PER_BEAT,
  type ClickSettings,
} from '#core/library/piece.ts'
import { parseWholeNumber } from './tempo.ts'

/** The complete metronome settings of a piece, including defaults (D24). */
export type ClickPattern = {
  /** Beats per bar, 1 to 7. */
  readonly beats: number
  /** Whether the first beat of a bar sounds stronger. */
  readonly accent: boolean
  /** Clicks per beat, 1 to 4. */
  readonly subdivision: number
  /** Whether one bar is counted in before the music starts. */
  readonly countIn: boolean
  /** Number of consecutive bars that sound, 1 to 16, before the silent ones. */
  readonly play: number
  /** Number of consecutive silent bars, 0 to 16. */
  readonly rest: number
}

/** Four equal clicks per bar: the pattern of a piece without click settings (spec 9, rule CK1). */
export const DEFAULT_CLICK_PATTERN: ClickPattern = {
  beats: 4,
  accent: false,
  subdivision: 1,
  countIn: false,
  play: 1,
  rest: 0,
}

/** One click within a beat: when it sounds and how strong it is. */
export type ClickSound = {
  /** Position within the beat, from 0 to below 1. */
  readonly at: number
  readonly strength: 'accent' | 'beat' | 'subdivision'
}

/** The position of a beat since the metronome was started: its bar, its number in the bar, and whether it is silent. */
export type BeatPosition = {
  /**
   * The number of the bar, 0 for the first bar of the music. The bar that is counted in before it has the number -1.
   */
  readonly bar: number
  /** The number of the beat in its bar, from 0. */
  readonly inBar: number
  /** True in a silent bar. */
  readonly isSilent: boolean
}

/**
 * Converts the click settings stored with a piece to a complete click pattern. Missing and invalid settings get their
 * default (rule CK1).
 */
export function clickPatternFromSettings(settings: ClickSettings | null): ClickPattern {
  const { beats, accent, subdivision, countIn, play, rest } = settings ?? {}
  return {
    beats: parseWholeNumber(beats, 1, MAX_BEATS_PER_BAR) ?? DEFAULT_CLICK_PATTERN.beats,
    accent: accent === true,
    subdivision: parseWholeNumber(subdivision, 1, MAX_CLICKS_PER_BEAT) ?? DEFAULT_CLICK_PATTERN.subdivision,
    countIn: countIn === true,
    play: parseWholeNumber(play, 1, MAX_CONSECUTIVE_BARS) ?? DEFAULT_CLICK_PATTERN.play,
    rest: parseWholeNumber(rest, 0, MAX_CONSECUTIVE_BARS) ?? DEFAULT_CLICK_PATTERN.rest,
  }
}

/**
 * Converts a click pattern to the click settings that are stored with a piece. They contain only values that differ
 * from the default. Returns null if there are none (rule CK1).
 */
export function clickSettingsFromPattern(pattern: ClickPattern): ClickSettings | null {
  const { beats, accent, subdivision, countIn, play, rest } = pattern
  const settings: ClickSettings = {
    ...(beats !== DEFAULT_CLICK_PATTERN.beats && { beats }),
    ...(accent && { accent }),
    ...(subdivision !== DEFAULT_CLICK_PATTERN.subdivision && { subdivision }),
    ...(countIn && { countIn }),
    // Without silent bars the number of sounding bars has no effect.
    ...(rest !== DEFAULT_CLICK_PATTERN.rest && { play, rest }),
  }
  return Object.keys(settings).length === 0 ? null : settings
}

/**
 * Returns the position of a beat: its bar, its number in the bar, and whether it is silent. If the pattern has silent
 * bars, they alternate with sounding ones; the count-in always sounds (rule CK1).
 *
 * @param index the number of beats since the metronome was started, including those of the count-in
 */
export function beatPosition(pattern: ClickPattern, index: number): BeatPosition {
  const bar = Math.floor(index / pattern.beats) - (pattern.countIn ? 1 : 0)
  const inBar = index % pattern.beats
  const inTurn = bar % (pattern.play + pattern.rest)
  return { bar, inBar, isSilent: inTurn >= pattern.play }
}

/**
 * Returns the clicks of one beat: none in a silent bar, several if the beat is subdivided (rule CK1).
 *
 * @param index the number of beats since the metronome was started, including those of the count-in
 */
export function clicksOfBeat(pattern: ClickPattern, index: number): readonly ClickSound[] {
  const { inBar, isSilent } = beatPosition(pattern, index)
  if (isSilent) return []
  return Array.from({ length: pattern.subdivision }, (_, part) => ({
    at: part / pattern.subdivision,
    strength: part > 0 ? 'subdivision' : pattern.accent && inBar === 0 ? 'accent' : 'beat',
  }))
}

/** Bars of one beat go round these dots, because one dot for all beats would look like one long beat. */
const DOTS_OF_ONE_BEAT = 4

/** Returns how many dots show the beats of a bar: one for each beat (rule CK1). */
export const countBeatDots = (beats: number): number => (beats === 1 ? DOTS_OF_ONE_BEAT : beats)

/**
 * Returns how the screen shows a beat: the number of the dot that lights up, from 0 (`dot`), and whether the bar line
 * lights up, too (`isFirst`). Consecutive beats use different dots (rule CK1).
 */
export function beatIndicator(beats: number, { bar, inBar }: Pick<BeatPosition, 'bar' | 'inBar'>) {
  if (beats === 1) return { dot: (bar + DOTS_OF_ONE_BEAT) % DOTS_OF_ONE_BEAT, isFirst: false }
  return { dot: inBar, isFirst: inBar === 0 }
}
