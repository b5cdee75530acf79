import { beatsBetween, gridFrom, secondsPerBeat, withTempo, type Beat, type Grid } from '#core/beat-grid.ts'
import { DEFAULT_TEMPO, type Bpm } from '#core/tempo.ts'
import type { OrderedClick, Sound } from './sound.ts'

/**
 * 'starting' until the audio clock runs; 'held' while a slider is dragged; 'interrupted' by a call; 'blocked' when
 * only another press can bring the sound back; 'failed' where there is no sound at all.
 */
export type MetronomeState =
  | 'stopped'
  | 'starting'
  | 'running'
  | 'held'
  | 'interrupted'
  | 'blocked'
  | 'failed'

const TICK_MS = 25
/** Beats nearer than this stand, whatever happens to the tempo (spec 9). */
const LOOK_AHEAD_SECONDS = 0.2
// Behind the look-ahead lies a queue that is taken back when the tempo changes and heard only when this page is
// kept from its timers: longer than any stall, and in a hidden page than timers that fire once a minute.
const SAFETY_SECONDS = 10
const SAFETY_HIDDEN_SECONDS = 70
const FIRST_BEAT_SECONDS = 0.05
// A click nearer than this may be on its way to the loudspeaker: cutting it off would crackle.
const UNDERWAY_SECONDS = 0.03
const EARLIEST_SECONDS = 0.02
const PATIENCE_MS = 1000
// An idle but running audio system keeps a phone's sound hardware awake.
const SUSPEND_AFTER_MS = 2000

type Queued = { readonly beat: Beat; readonly order: OrderedClick }

/** The click: beats at exact times of the audio clock, ordered ahead of time and taken back when things change. */
export class Metronome {
  readonly #open: () => Sound
  readonly #isHidden: () => boolean
  readonly #listeners = new Set<() => void>()
  #state: MetronomeState = 'stopped'
  #sound: Sound | null = null
  #bpm: Bpm = DEFAULT_TEMPO
  #grid: Grid = gridFrom(0, DEFAULT_TEMPO)
  #next = 0
  #queue: Queued[] = []
  #ticking: ReturnType<typeof setInterval> | undefined
  #waiting: ReturnType<typeof setTimeout> | undefined

  /** The audio system is opened by the first start, because browsers allow it only inside a press. */
  constructor(open: () => Sound, isHidden: () => boolean) {
    this.#open = open
    this.#isHidden = isHidden
  }

  readonly state = (): MetronomeState => this.#state

  /** Tells of each new state; gives back the function that ends it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Begins on beat 1; while it runs already, only the tempo changes. Inside the handler of a press or key (rule MT2). */
  start(bpm: Bpm): void {
    const state = this.#state
    if (state === 'running' || state === 'starting') return this.setTempo(bpm)
    const sound = this.#opened()
    if (sound === null) return this.#become('failed')
    this.#bpm = bpm
    sound.resume()
    this.#begin(sound)
  }

  /** Silent; a click that sounds at this moment ends by itself (rule MT5). */
  stop(): void {
    if (this.#state === 'stopped') return
    this.#rest()
    this.#become('stopped')
    this.#waiting = setTimeout(() => this.#sound?.suspend(), SUSPEND_AFTER_MS)
  }

  /** From the first beat behind the look-ahead on, at the latest one beat later (rule MT4). */
  setTempo(bpm: Bpm): void {
    if (bpm === this.#bpm) return
    this.#bpm = bpm
    const sound = this.#sound
    if (sound === null || this.#ticking === undefined) return
    const now = sound.now()
    const edge = now + LOOK_AHEAD_SECONDS
    this.#takeBack(edge)
    this.#grid = withTempo(this.#grid, lastBefore(this.#grid, edge), bpm, now + EARLIEST_SECONDS)
    this.#next = this.#grid.first
    this.fill()
  }

  /** Silent while a slider is dragged: clicks racing after a moving thumb sound like a fault (rule MT6). */
  hold(): void {
    const state = this.#state
    if (state !== 'running' && state !== 'starting') return
    this.#rest()
    this.#become('held')
  }

  /** On from beat 1 if it ran before the hold, else nothing (rule MT6). */
  release(): void {
    if (this.#state === 'held' && this.#sound !== null) this.#begin(this.#sound)
  }

  /** The beat that is heard at a moment of performance.now(), or null in silence (rule MT8). */
  beatAt(performanceTime: number): Beat | null {
    if (this.#sound === null || this.#state !== 'running') return null
    const heard = this.#sound.heardAt(performanceTime)
    return this.#queue.findLast(queued => queued.beat.time <= heard)?.beat ?? null
  }

  /** Orders what is missing; also when the page is about to be hidden, before its timers slow down (rule MT3). */
  fill(): void {
    const sound = this.#sound
    if (sound === null || this.#ticking === undefined) return
    const now = sound.now()
    const until = now + (this.#isHidden() ? SAFETY_HIDDEN_SECONDS : SAFETY_SECONDS)
    for (const beat of beatsBetween(this.#grid, this.#next, now, until)) {
      this.#queue.push({ beat, order: sound.click(beat.time) })
      this.#next = beat.index + 1
    }
    // The last beat stays for those who ask what is heard, which is later than what is sent.
    const past = now - 2 * secondsPerBeat(this.#bpm)
    while (this.#queue[1] !== undefined && this.#queue[1].beat.time < past) this.#queue.shift()
  }

  #become(state: MetronomeState): void {
    if (state === this.#state) return
    this.#state = state
    for (const listener of this.#listeners) listener()
  }

  #begin(sound: Sound): void {
    this.#rest()
    this.#grid = gridFrom(sound.now() + FIRST_BEAT_SECONDS, this.#bpm)
    this.#next = 0
    this.#ticking = setInterval(() => this.fill(), TICK_MS)
    this.fill()
    if (sound.state() === 'running') this.#become('running')
    else this.#await('starting')
  }

  #rest(): void {
    clearInterval(this.#ticking)
    clearTimeout(this.#waiting)
    this.#ticking = undefined
    if (this.#sound !== null) this.#takeBack(this.#sound.now() + UNDERWAY_SECONDS)
    this.#queue = []
  }

  #takeBack(from: number): void {
    const kept = this.#queue.filter(queued => queued.beat.time < from)
    for (const queued of this.#queue) if (queued.beat.time >= from) queued.order.cancel()
    this.#queue = kept
  }

  #opened(): Sound | null {
    if (this.#sound !== null) return this.#sound
    try {
      this.#sound = this.#open()
      this.#sound.onStateChange(() => this.#soundChanged())
    } catch {
      // No audio system, or none to be had: the screen says so.
    }
    return this.#sound
  }

  #soundChanged(): void {
    const sound = this.#sound
    if (sound === null) return
    const state = this.#state
    const runs = sound.state() === 'running'
    if (runs && state === 'starting') {
      clearTimeout(this.#waiting)
      this.#become('running')
    } else if (runs && state === 'interrupted') {
      this.#begin(sound)
    } else if (!runs && state === 'running') {
      this.#rest()
      this.#await('interrupted')
    }
    // After a call the system hands the sound back suspended. While the call lasts, asking would only confuse it.
    if (sound.state() === 'suspended' && this.#state === 'interrupted') sound.resume()
  }

  // A call may last; but a clock that could run and does not needs a press.
  #await(state: 'starting' | 'interrupted'): void {
    this.#become(state)
    this.#waiting = setTimeout(() => {
      if (this.#state !== state || this.#sound?.state() === 'interrupted') return
      this.#rest()
      this.#become('blocked')
    }, PATIENCE_MS)
  }
}

/** The number of the last beat of a grid that sounds before a time; the one before its first when none does. */
const lastBefore = (grid: Grid, time: number) =>
  Math.max(grid.first - 1, grid.first + Math.ceil((time - grid.origin) / secondsPerBeat(grid.bpm)) - 1)
