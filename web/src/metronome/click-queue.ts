import {
  beatByIndex,
  createBeatGrid,
  nextBeatToSchedule,
  secondsPerBeat,
  changeBeatGridTempo,
  changeBeatGridTempoAtNextBeat,
  type Beat,
  type BeatGrid,
} from '#core/music/beat-grid.ts'
import {
  beatPosition,
  clicksOfBeat,
  type BeatPosition,
  type ClickPattern,
} from '#core/music/click-pattern.ts'
import { tempoInBar, TRAINER_OFF, type TrainerSettings } from '#core/practice/tempo-trainer.ts'
import { MAX_BPM, type Bpm } from '#core/music/tempo.ts'
import type { ScheduledClick, AudioOutput } from './audio-output.ts'

/** Beats within this time stay scheduled even if the tempo changes (spec 9). */
const LOOK_AHEAD_SECONDS = 0.2
// A click within this time may already be sent to the speaker, and canceling it would crackle.
const UNDERWAY_SECONDS = 0.03
const EARLIEST_SECONDS = 0.02

/**
 * Settings for automatic tempo increases while the metronome runs (the tempo trainer): when and by how much the tempo
 * rises, and the goal at which it stops rising.
 */
export type TempoClimb = { readonly settings: TrainerSettings; readonly goal: Bpm }

/** A beat whose clicks are scheduled, with its position in the bar and its tempo. */
export type QueuedBeat = Beat & BeatPosition & { readonly bpm: Bpm }

type Entry = QueuedBeat & {
  readonly clicks: readonly { readonly at: number; readonly order: ScheduledClick }[]
}

/**
 * The scheduled clicks of one metronome run (from start to stop). They are scheduled far ahead on the audio clock. If
 * the settings change, the clicks after the beats of the next 0.2 s are canceled and scheduled again (rule MT4).
 */
export class ClickQueue {
  readonly #sound: AudioOutput
  #pattern: ClickPattern
  #climb: TempoClimb
  #grid: BeatGrid
  #next = 0
  /** Index of the beat that is the first of the pattern: the run's first, or the one at which the pattern changed. */
  #first = 0
  /** The tempo and the bar from which the trainer continues. */
  #from: { bpm: Bpm; bar: number }
  /** Index of the first beat at the tempo set last. */
  #given = 0
  #entries: Entry[] = []

  /**
   * Creates a queue whose first beat sounds at `time`, in seconds of the audio clock. Schedules nothing before the
   * first call of `fill`.
   */
  constructor(sound: AudioOutput, time: number, bpm: Bpm, pattern: ClickPattern, climb: TempoClimb) {
    this.#sound = sound
    this.#grid = createBeatGrid(time, bpm)
    this.#pattern = pattern
    this.#climb = climb
    this.#from = { bpm, bar: 0 }
  }

  /**
   * Schedules all beats before `until`, in seconds of the audio clock, that are not scheduled yet. Leaves out beats
   * whose time has already passed (rule MT3).
   */
  fill(until: number): void {
    const now = this.#sound.now()
    let beat = nextBeatToSchedule(this.#grid, this.#next, now)
    while (beat.time < until) {
      this.#order(beat)
      beat = beatByIndex(this.#grid, beat.index + 1)
    }
    // The last beat stays queryable, because it is heard later than it is sent.
    const past = now - 2 * secondsPerBeat(this.#grid.bpm)
    while (this.#entries[1] !== undefined && this.#entries[1].time < past) this.#entries.shift()
  }

  /**
   * Changes the tempo. The beats of the next 0.2 s keep their times, and the new tempo starts at most one beat after
   * them. Automatic tempo increases continue from the new tempo (rule MT4).
   */
  setTempo(bpm: Bpm): void {
    this.#goOn(this.#takeBack(), bpm)
  }

  /** Changes how the tempo rises automatically, from the next bar on. */
  setClimb(climb: TempoClimb): void {
    const last = this.#takeBack()
    this.#climb = climb
    this.#goOn(last, this.#grid.bpm)
  }

  /**
   * Changes the click pattern after the beats of the next 0.2 s. The beat that follows them starts a bar of the new
   * pattern, without a count-in (rule MT12).
   */
  setPattern(pattern: ClickPattern): void {
    const last = this.#takeBack()
    const { index, time } = nextBeatToSchedule(this.#grid, last + 1, this.#sound.now() + EARLIEST_SECONDS)
    const { bpm } = this.#grid
    this.#grid = { origin: time, first: index, bpm }
    this.#pattern = { ...pattern, countIn: false }
    this.#next = this.#first = index
    this.#from = { bpm, bar: 0 }
  }

  /** Cancels all clicks that start more than 30 ms from now. A click that is sounding plays to its end (rule MT5). */
  silence(): void {
    const from = this.#sound.now() + UNDERWAY_SECONDS
    for (const { clicks } of this.#entries) for (const { at, order } of clicks) if (at >= from) order.cancel()
    this.#entries = []
  }

  /**
   * Returns the last beat that starts at or before `time`, in seconds of the audio clock. Returns null before the first
   * beat.
   */
  at(time: number): QueuedBeat | null {
    return this.#entries.findLast(entry => entry.time <= time) ?? null
  }

  /**
   * Returns the tempo at `time`, in seconds of the audio clock. Returns null before the first beat at the tempo that
   * was set last.
   */
  tempoAt(time: number): Bpm | null {
    const beat = this.at(time)
    return beat !== null && beat.index >= this.#given ? beat.bpm : null
  }

  #goOn(last: number, bpm: Bpm): void {
    this.#grid =
      this.#pattern.subdivision > 1
        ? changeBeatGridTempoAtNextBeat(this.#grid, last, bpm)
        : changeBeatGridTempo(this.#grid, last, bpm, this.#sound.now() + EARLIEST_SECONDS)
    this.#next = this.#given = this.#grid.first
    const { bar, inBar } = this.#beatPosition(this.#next)
    // An unfinished bar counts from its next start, and a count-in does not count.
    this.#from = { bpm, bar: Math.max(0, inBar === 0 ? bar : bar + 1) }
  }

  #order(beat: Beat): void {
    const { bpm: from, bar: since } = this.#from
    const place = this.#beatPosition(beat.index)
    const bpm = tempoInBar(this.#climb.settings, from, this.#climb.goal, place.bar - since)
    // The trainer changes the tempo on the beat: the interval before has the old tempo, the one after the new.
    if (bpm !== this.#grid.bpm) this.#grid = { origin: beat.time, first: beat.index, bpm }
    const clicks = clicksOfBeat(this.#pattern, beat.index - this.#first).map(({ at, strength }) => {
      const time = beat.time + at * secondsPerBeat(bpm)
      return { at: time, order: this.#sound.click(time, strength) }
    })
    this.#entries.push({ ...beat, ...place, bpm, clicks })
    this.#next = beat.index + 1
  }

  #beatPosition(index: number): BeatPosition {
    return beatPosition(this.#pattern, index - this.#first)
  }

  /**
   * Cancels all clicks behind the look-ahead; returns the index of the last remaining beat, and restores the grid valid
   * there.
   */
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

/** Settings for a metronome run whose tempo stays constant. */
export const NO_TEMPO_CLIMB: TempoClimb = { settings: TRAINER_OFF, goal: MAX_BPM as Bpm }
