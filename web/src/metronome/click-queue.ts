import {
  clickByIndex,
  createClickGrid,
  nextClickToSchedule,
  createClickGridAfterClick,
  type GridClick,
  type ClickGrid,
} from '#core/music/click-grid.ts'
import {
  barPositionOfBeat,
  clickStrength,
  type BeatPosition,
  type ClickPattern,
} from '#core/music/click-pattern.ts'
import { tempoInBar, TRAINER_OFF, type TrainerStepRule } from '#core/practice/tempo-trainer.ts'
import { MAX_BPM, type Bpm } from '#core/music/tempo.ts'
import type { ClickOutput } from './click-output.ts'

const LOOK_AHEAD_SECONDS = 0.2
// A click within this time may already be sent to the speaker, and canceling it would crackle.
const UNDERWAY_SECONDS = 0.03
const EARLIEST_SECONDS = 0.02
// Beats stay queryable for two beats of the slowest tempo, because they are heard later than they are sent.
const PAST_SECONDS = 3

export type TempoClimb = { readonly settings: TrainerStepRule; readonly goal: Bpm }

export type QueuedBeat = GridClick & BeatPosition & { readonly bpm: Bpm }

type QueuedClick = GridClick & {
  readonly bpm: Bpm
  readonly beat: QueuedBeat
  readonly order: ReturnType<ClickOutput['click']> | null
}

export class ClickQueue {
  readonly #sound: ClickOutput
  #pattern: ClickPattern
  #climb: TempoClimb
  #grid: ClickGrid
  #gridOfSetTempo: ClickGrid
  #next = 0
  #firstOfPattern = 0
  #beatsBefore = 0
  #climbStart: { bpm: Bpm; bar: number }
  #firstOfSetTempo = 0
  #entries: QueuedClick[] = []

  /** The first beat sounds at `time`, in seconds of the audio clock. */
  constructor(sound: ClickOutput, time: number, bpm: Bpm, pattern: ClickPattern, climb: TempoClimb) {
    this.#sound = sound
    this.#grid = this.#gridOfSetTempo = createClickGrid(time, bpm * pattern.subdivision)
    this.#pattern = pattern
    this.#climb = climb
    this.#climbStart = { bpm, bar: 0 }
  }

  fill(until: number): void {
    const now = this.#sound.now()
    let beat = nextClickToSchedule(this.#grid, this.#next, now)
    while (beat.time < until) {
      this.#order(beat)
      beat = clickByIndex(this.#grid, beat.index + 1)
    }
    const past = now - PAST_SECONDS
    while (this.#entries[1] !== undefined && this.#entries[1].time < past) this.#entries.shift()
  }

  setTempo(bpm: Bpm): void {
    this.#takeBack('click')
    this.#goOn(bpm)
  }

  setClimb(climb: TempoClimb): void {
    const bpm = this.#takeBack('click')
    this.#climb = climb
    this.#goOn(bpm)
  }

  setPattern(pattern: ClickPattern): void {
    const bpm = this.#takeBack('beat')
    const { index, time } = nextClickToSchedule(this.#grid, this.#next, this.#sound.now() + EARLIEST_SECONDS)
    this.#beatsBefore = (this.#entries.at(-1)?.beat.index ?? -1) + 1
    this.#grid = this.#gridOfSetTempo = { origin: time, first: index, perMinute: bpm * pattern.subdivision }
    this.#pattern = { ...pattern, countIn: false }
    this.#next = this.#firstOfPattern = index
    this.#climbStart = { bpm, bar: 0 }
  }

  silence(): void {
    const from = this.#sound.now() + UNDERWAY_SECONDS
    for (const { time, order } of this.#entries) if (time >= from) order?.cancel()
    this.#entries = []
  }

  at(time: number): QueuedBeat | null {
    return this.#entryAt(time)?.beat ?? null
  }

  /** Null before the first click at the tempo that was set last. `time` is in seconds of the audio clock. */
  tempoAt(time: number): Bpm | null {
    const entry = this.#entryAt(time)
    return entry !== undefined && entry.index >= this.#firstOfSetTempo ? entry.bpm : null
  }

  #entryAt(time: number): QueuedClick | undefined {
    return this.#entries.findLast(entry => entry.time <= time)
  }

  #goOn(bpm: Bpm): void {
    const now = this.#sound.now()
    const perMinute = bpm * this.#pattern.subdivision
    const last = this.#entries.at(-1)
    this.#gridOfSetTempo =
      last === undefined || last.index < this.#firstOfPattern
        ? { ...this.#grid, perMinute }
        : createClickGridAfterClick(last, perMinute, now + EARLIEST_SECONDS, now + LOOK_AHEAD_SECONDS)
    this.#grid = this.#gridOfSetTempo
    this.#next = this.#firstOfSetTempo = this.#grid.first
    const { bar, inBar, clickInBeat } = this.#placeOf(this.#next)
    // An unfinished bar counts from its next start, and a count-in does not count.
    this.#climbStart = { bpm, bar: Math.max(0, inBar === 0 && clickInBeat === 0 ? bar : bar + 1) }
  }

  #order({ index, time }: GridClick): void {
    const { bpm: from, bar: since } = this.#climbStart
    const { beat: number, clickInBeat, ...place } = this.#placeOf(index)
    const bpm = tempoInBar(this.#climb.settings, from, this.#climb.goal, place.bar - since)
    const perMinute = bpm * this.#pattern.subdivision
    // The trainer changes the tempo on the beat: the interval before has the old tempo, the one after the new.
    if (perMinute !== this.#grid.perMinute) this.#grid = { origin: time, first: index, perMinute }
    const strength = clickStrength(this.#pattern, place, clickInBeat)
    const before = this.#entries.at(-1)?.beat
    const beatIndex = this.#beatsBefore + number
    this.#entries.push({
      index,
      time,
      bpm,
      // One object for all clicks of a beat.
      beat: before?.index === beatIndex ? before : { index: beatIndex, time, bpm, ...place },
      order: strength === null ? null : this.#sound.click(time, strength),
    })
    this.#next = index + 1
  }

  #placeOf(clickIndex: number): BeatPosition & { beat: number; clickInBeat: number } {
    const { subdivision } = this.#pattern
    const beat = Math.floor((clickIndex - this.#firstOfPattern) / subdivision)
    return {
      ...barPositionOfBeat(this.#pattern, beat),
      beat,
      clickInBeat: (clickIndex - this.#firstOfPattern) % subdivision,
    }
  }

  /** Cancels clicks or whole beats that begin in 0.2 s or later. Returns the tempo from which to continue. */
  #takeBack(unit: 'click' | 'beat'): Bpm {
    const edge = this.#sound.now() + LOOK_AHEAD_SECONDS
    const isKept = (entry: QueuedClick) => (unit === 'beat' ? entry.beat : entry).time < edge
    for (const entry of this.#entries) if (!isKept(entry)) entry.order?.cancel()
    this.#entries = this.#entries.filter(isKept)
    const last = this.#entries.at(-1)
    if (last === undefined || last.index < this.#gridOfSetTempo.first) {
      // What was set last has not begun yet.
      this.#grid = this.#gridOfSetTempo
      this.#next = this.#gridOfSetTempo.first
      return this.#climbStart.bpm
    }
    this.#grid = { origin: last.time, first: last.index, perMinute: last.bpm * this.#pattern.subdivision }
    this.#next = last.index + 1
    return last.bpm
  }
}

export const NO_TEMPO_CLIMB: TempoClimb = { settings: TRAINER_OFF, goal: MAX_BPM as Bpm }
