import { MOST_BARS, MOST_BEATS, MOST_SUBDIVISION, type ClickSettings } from './piece.ts'
import { wholeNumber } from './whole-number.ts'

/** What a run of beats sounds like, with nothing left open (DESIGN D24). */
export type ClickPattern = {
  /** Beats of a bar, 1 to 7. */
  readonly beats: number
  /** Whether the first beat of a bar sounds stronger. */
  readonly accent: boolean
  /** Clicks of a beat, 1 to 4. */
  readonly subdivision: number
  /** Whether one bar is counted in before the first. */
  readonly countIn: boolean
  /** Bars that sound, 1 to 16, before … */
  readonly play: number
  /** … as many are silent, 0 to 16. */
  readonly rest: number
}

/** Four equal clicks: what every piece has until its musician says otherwise (spec 9, rule CK1). */
export const EQUAL_CLICKS: ClickPattern = {
  beats: 4,
  accent: false,
  subdivision: 1,
  countIn: false,
  play: 1,
  rest: 0,
}

/** One sound of a beat. */
export type ClickSound = {
  /** How far into the beat, 0 to below 1. */
  readonly at: number
  readonly strength: 'accent' | 'beat' | 'subdivision'
}

/** Where a beat stands in its run. */
export type BeatPlace = {
  /** 0 for the first bar of the run; the count-in is bar -1. */
  readonly bar: number
  /** 0 for the first beat of the bar. */
  readonly inBar: number
  /** Nothing sounds in it: the musician keeps time alone. */
  readonly isSilent: boolean
}

/** The pattern of a piece; what is absent or out of its range is as in four equal clicks (rule CK1). */
export function patternOf(settings: ClickSettings | null): ClickPattern {
  const { beats, accent, subdivision, countIn, play, rest } = settings ?? {}
  return {
    beats: wholeNumber(beats, 1, MOST_BEATS) ?? EQUAL_CLICKS.beats,
    accent: accent === true,
    subdivision: wholeNumber(subdivision, 1, MOST_SUBDIVISION) ?? EQUAL_CLICKS.subdivision,
    countIn: countIn === true,
    play: wholeNumber(play, 1, MOST_BARS) ?? EQUAL_CLICKS.play,
    rest: wholeNumber(rest, 0, MOST_BARS) ?? EQUAL_CLICKS.rest,
  }
}

/** What is kept of a pattern with the piece: only what differs from four equal clicks, or null (rule CK2). */
export function settingsOf(pattern: ClickPattern): ClickSettings | null {
  const { beats, accent, subdivision, countIn, play, rest } = pattern
  const settings: ClickSettings = {
    ...(beats !== EQUAL_CLICKS.beats && { beats }),
    ...(accent && { accent }),
    ...(subdivision !== EQUAL_CLICKS.subdivision && { subdivision }),
    ...(countIn && { countIn }),
    // Without silent bars it says nothing how many sound in between.
    ...(rest !== EQUAL_CLICKS.rest && { play, rest }),
  }
  return Object.keys(settings).length === 0 ? null : settings
}

/**
 * Where beat `index` of a run stands, 0 being its first beat, that of the count-in where there is one. Silent bars
 * come after the bars that sound, again and again; the count-in always sounds (rules CK3-CK5).
 */
export function placeOf(pattern: ClickPattern, index: number): BeatPlace {
  const bar = Math.floor(index / pattern.beats) - (pattern.countIn ? 1 : 0)
  const inBar = index % pattern.beats
  const inTurn = bar % (pattern.play + pattern.rest)
  return { bar, inBar, isSilent: inTurn >= pattern.play }
}

/** What sounds in beat `index` of a run; nothing in a silent bar (rules CK3-CK5). */
export function soundsOf(pattern: ClickPattern, index: number): readonly ClickSound[] {
  const { inBar, isSilent } = placeOf(pattern, index)
  if (isSilent) return []
  return Array.from({ length: pattern.subdivision }, (_, part) => ({
    at: part / pattern.subdivision,
    strength: part > 0 ? 'subdivision' : pattern.accent && inBar === 0 ? 'accent' : 'beat',
  }))
}

const DOTS = 4

/**
 * On which of the four dots of the stage a beat is seen, 0 to 3, and whether its bar line lights up with it: round
 * and round, but never twice in a row on the same one, which nobody could tell from one long beat (rule CK6).
 */
export function seenOn(beats: number, { bar, inBar }: Pick<BeatPlace, 'bar' | 'inBar'>) {
  // Bars of a single beat go round by themselves, and none of them has a beginning to be told from the rest.
  if (beats === 1) return { dot: (bar + DOTS) % DOTS, isFirst: false }
  const isLastOfFive = inBar === beats - 1 && inBar % DOTS === 0
  return { dot: isLastOfFive ? 2 : inBar % DOTS, isFirst: inBar === 0 }
}
