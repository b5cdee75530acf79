import {
  beatAt,
  gridFrom,
  nextBeat,
  secondsPerBeat,
  withTempo,
  withTempoFromNext,
  type Beat,
  type Grid,
} from '#core/beat-grid.ts'
import { placeOf, soundsOf, type BeatPlace, type ClickPattern } from '#core/click-pattern.ts'
import { tempoInBar, TRAINER_OFF, type TrainerSettings } from '#core/tempo-trainer.ts'
import { FASTEST, type Bpm } from '#core/tempo.ts'
import type { OrderedClick, Sound } from './sound.ts'

/** Beats nearer than this stand, whatever happens to the tempo (spec 9). */
const LOOK_AHEAD_SECONDS = 0.2
// A click nearer than this may be on its way to the loudspeaker: cutting it off would crackle.
const UNDERWAY_SECONDS = 0.03
const EARLIEST_SECONDS = 0.02

/** How a run climbs by itself: the settings, and the tempo no step goes past. */
export type Climb = { readonly settings: TrainerSettings; readonly goal: Bpm }

/** A beat that was ordered: where it stands in its bar, and the tempo that counts from it on. */
export type QueuedBeat = Beat & BeatPlace & { readonly bpm: Bpm }

type Entry = QueuedBeat & {
  readonly clicks: readonly { readonly at: number; readonly order: OrderedClick }[]
}

/**
 * The clicks of one run: ordered at exact times of the audio clock far ahead, and taken back when things change.
 * What lies within the look-ahead is heard as it was ordered, so a change sounds as in a plain scheduler (rule MT4).
 */
export class ClickQueue {
  readonly #sound: Sound
  #pattern: ClickPattern
  #climb: Climb
  #grid: Grid
  #next = 0
  /** The beat that is the first of the pattern: the first of the run, or where the pattern was changed. */
  #first = 0
  /** The tempo the climb goes on from, and the bar it does so in. */
  #from: { bpm: Bpm; bar: number }
  /** The first beat of the tempo that was given last. */
  #given = 0
  #entries: Entry[] = []

  /** A run whose first beat sounds at `time`; nothing is ordered before the first `fill`. */
  constructor(sound: Sound, time: number, bpm: Bpm, pattern: ClickPattern, climb: Climb) {
    this.#sound = sound
    this.#grid = gridFrom(time, bpm)
    this.#pattern = pattern
    this.#climb = climb
    this.#from = { bpm, bar: 0 }
  }

  /** Orders what is missing before `until`; what could not be ordered in time is left out (rule MT3). */
  fill(until: number): void {
    const now = this.#sound.now()
    let beat = nextBeat(this.#grid, this.#next, now)
    while (beat.time < until) {
      this.#order(beat)
      beat = beatAt(this.#grid, beat.index + 1)
    }
    // The last beat stays for those who ask what is heard, which is later than what is sent.
    const past = now - 2 * secondsPerBeat(this.#grid.bpm)
    while (this.#entries[1] !== undefined && this.#entries[1].time < past) this.#entries.shift()
  }

  /** From the first beat behind the look-ahead on, at the latest one beat later; a climb goes on from there (rule MT4). */
  setTempo(bpm: Bpm): void {
    this.#goOn(this.#takeBack(), bpm)
  }

  /** Climbs from the next bar on, or no longer. */
  setClimb(climb: Climb): void {
    const last = this.#takeBack()
    this.#climb = climb
    this.#goOn(last, this.#grid.bpm)
  }

  /** From the next beat behind the look-ahead on, which becomes the first of a bar; nothing is counted in (rule MT12). */
  setPattern(pattern: ClickPattern): void {
    const last = this.#takeBack()
    const { index, time } = nextBeat(this.#grid, last + 1, this.#sound.now() + EARLIEST_SECONDS)
    const { bpm } = this.#grid
    this.#grid = { origin: time, first: index, bpm }
    this.#pattern = { ...pattern, countIn: false }
    this.#next = this.#first = index
    this.#from = { bpm, bar: 0 }
  }

  /** Ends the run; a click that sounds at this moment ends by itself (rule MT5). */
  silence(): void {
    const from = this.#sound.now() + UNDERWAY_SECONDS
    for (const { clicks } of this.#entries) for (const { at, order } of clicks) if (at >= from) order.cancel()
    this.#entries = []
  }

  /** The beat that sounds at a moment of the audio clock; null before the first. */
  at(time: number): QueuedBeat | null {
    return this.#entries.findLast(entry => entry.time <= time) ?? null
  }

  /** The tempo that counts at a moment of the audio clock; null while a tempo given later is still to come. */
  tempoAt(time: number): Bpm | null {
    const beat = this.at(time)
    return beat !== null && beat.index >= this.#given ? beat.bpm : null
  }

  #goOn(last: number, bpm: Bpm): void {
    this.#grid =
      this.#pattern.subdivision > 1
        ? withTempoFromNext(this.#grid, last, bpm)
        : withTempo(this.#grid, last, bpm, this.#sound.now() + EARLIEST_SECONDS)
    this.#next = this.#given = this.#grid.first
    const { bar, inBar } = this.#placeOf(this.#next)
    // A bar that is under way counts from its next beginning, and a count-in is none.
    this.#from = { bpm, bar: Math.max(0, inBar === 0 ? bar : bar + 1) }
  }

  #order(beat: Beat): void {
    const { bpm: from, bar: since } = this.#from
    const place = this.#placeOf(beat.index)
    const bpm = tempoInBar(this.#climb.settings, from, this.#climb.goal, place.bar - since)
    // A climb takes its step on the beat: the interval before it is that of the old tempo, the one after it the new.
    if (bpm !== this.#grid.bpm) this.#grid = { origin: beat.time, first: beat.index, bpm }
    const clicks = soundsOf(this.#pattern, beat.index - this.#first).map(({ at, strength }) => {
      const time = beat.time + at * secondsPerBeat(bpm)
      return { at: time, order: this.#sound.click(time, strength) }
    })
    this.#entries.push({ ...beat, ...place, bpm, clicks })
    this.#next = beat.index + 1
  }

  #placeOf(index: number): BeatPlace {
    return placeOf(this.#pattern, index - this.#first)
  }

  /** Takes back what lies behind the look-ahead; the number of the last beat that stands, and the grid as of there. */
  #takeBack(): number {
    const edge = this.#sound.now() + LOOK_AHEAD_SECONDS
    const isKept = (entry: Entry) => entry.time < edge
    for (const entry of this.#entries)
      if (!isKept(entry)) for (const { order } of entry.clicks) order.cancel()
    this.#entries = this.#entries.filter(isKept)
    const last = this.#entries.at(-1)
    if (last === undefined) return this.#next - 1
    this.#grid = { origin: last.time, first: last.index, bpm: last.bpm }
    return last.index
  }
}

/** A run that keeps its tempo. */
export const NO_CLIMB: Climb = { settings: TRAINER_OFF, goal: FASTEST as Bpm }
