import { EQUAL_CLICKS, type ClickPattern } from '#core/click-pattern.ts'
import { DEFAULT_TEMPO, type Bpm } from '#core/tempo.ts'
import { ClickQueue, NO_CLIMB, type Climb, type QueuedBeat } from './click-queue.ts'
import { FrozenClock } from './frozen-clock.ts'
import { sameSettings } from './same-settings.ts'
import type { Sound } from './sound.ts'

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
// Behind the look-ahead lies a queue that is taken back when the tempo changes and heard only when this page is
// kept from its timers: longer than any stall, and in a hidden page than timers that fire once a minute.
const SAFETY_SECONDS = 10
const SAFETY_HIDDEN_SECONDS = 70
const FIRST_BEAT_SECONDS = 0.05
const PATIENCE_MS = 1000
// An idle but running audio system keeps a phone's sound hardware awake.
const SUSPEND_AFTER_MS = 2000
// A clock that stands still again so soon after it was woken needs more than waking.
const WOKEN_IN_VAIN_MS = 5000

/** The click: when it sounds, when it is silent, and how it comes back after what came between. */
export class Metronome {
  readonly #open: () => Sound
  readonly #isHidden: () => boolean
  readonly #listeners = new Set<() => void>()
  readonly #frozen = new FrozenClock()
  #state: MetronomeState = 'stopped'
  #sound: Sound | null = null
  #tempo: Bpm = DEFAULT_TEMPO
  #pattern: ClickPattern = EQUAL_CLICKS
  #climb: Climb = NO_CLIMB
  #volume = 1
  #queue: ClickQueue | null = null
  #ticking: ReturnType<typeof setInterval> | undefined
  #waiting: ReturnType<typeof setTimeout> | undefined
  #wokenAt = -Infinity

  /** The audio system is opened by the first start, because browsers allow it only inside a press. */
  constructor(open: () => Sound, isHidden: () => boolean) {
    this.#open = open
    this.#isHidden = isHidden
  }

  readonly state = (): MetronomeState => this.#state

  /** The tempo it was given, or has climbed to since. */
  readonly tempo = (): Bpm => this.#tempo

  /** Tells of each new state and of each step of a climb; gives back the function that ends it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Begins on beat 1, or with the count-in; while it runs already, only the tempo changes. Inside the handler of a
   * press or key (rule MT2).
   */
  start(bpm: Bpm): void {
    const state = this.#state
    if (state === 'running' || state === 'starting') return this.setTempo(bpm)
    // A clock that stood still although it could run, or was closed, does not come back; a new one does (rule MT10).
    if (state === 'blocked' || this.#sound?.state() === 'closed') this.#discard()
    const sound = this.#opened()
    if (sound === null) return this.#become('failed')
    this.#tempo = bpm
    sound.resume()
    this.#begin(sound, this.#pattern)
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
    if (bpm === this.#tempo) return
    this.#tempo = bpm
    this.#queue?.setTempo(bpm)
    this.fill()
  }

  /** Metre, accent, subdivision, silent bars; while it runs, from the next beat on (rule MT12). */
  setPattern(pattern: ClickPattern): void {
    if (sameSettings(pattern, this.#pattern)) return
    this.#pattern = pattern
    this.#queue?.setPattern(pattern)
    this.fill()
  }

  /** Whether and how the tempo rises by itself, bar by bar (rule MT13). */
  setClimb(climb: Climb): void {
    if (sameSettings(climb.settings, this.#climb.settings) && climb.goal === this.#climb.goal) return
    this.#climb = climb
    this.#queue?.setClimb(climb)
    this.fill()
  }

  /** 0 (mute; the beat is still seen) to 1 (rule MT14). */
  setVolume(volume: number): void {
    this.#volume = volume
    this.#sound?.setVolume(volume)
  }

  /** Silent while a slider is dragged: clicks racing after a moving thumb sound like a fault (rule MT6). */
  hold(): void {
    const state = this.#state
    if (state !== 'running' && state !== 'starting') return
    this.#rest()
    this.#become('held')
  }

  /** On from beat 1 if it ran before the hold, else nothing; not counted in again (rule MT6). */
  release(): void {
    if (this.#state === 'held' && this.#sound !== null) this.#goOn(this.#sound)
  }

  /** The beat that is heard at a moment of performance.now(), or null in silence (rule MT8). */
  beatAt(performanceTime: number): QueuedBeat | null {
    if (this.#sound === null || this.#state !== 'running') return null
    return this.#queue?.at(this.#sound.heardAt(performanceTime)) ?? null
  }

  /** Orders what is missing; also when the page is about to be hidden, before its timers slow down (rule MT3). */
  fill(): void {
    const [sound, queue] = [this.#sound, this.#queue]
    if (sound === null || queue === null) return
    const now = sound.now()
    queue.fill(now + (this.#isHidden() ? SAFETY_HIDDEN_SECONDS : SAFETY_SECONDS))
    const tempo = queue.tempoAt(now)
    if (tempo !== null && tempo !== this.#tempo) {
      this.#tempo = tempo
      this.#tell()
    }
    if (this.#state === 'running' && this.#frozen.isFrozen(now, performance.now())) this.#wake(sound)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #become(state: MetronomeState): void {
    if (state === this.#state) return
    this.#state = state
    this.#tell()
  }

  #begin(sound: Sound, pattern: ClickPattern): void {
    this.#rest()
    this.#frozen.reset()
    const first = sound.now() + FIRST_BEAT_SECONDS
    this.#queue = new ClickQueue(sound, first, this.#tempo, pattern, this.#climb)
    this.#ticking = setInterval(() => this.fill(), TICK_MS)
    this.fill()
    if (sound.state() === 'running') this.#become('running')
    else this.#await('starting')
  }

  /** From beat 1 after something came between: who is in the middle of a piece is not counted in again. */
  #goOn(sound: Sound): void {
    this.#begin(sound, { ...this.#pattern, countIn: false })
  }

  #rest(): void {
    clearInterval(this.#ticking)
    clearTimeout(this.#waiting)
    this.#ticking = undefined
    this.#queue?.silence()
    this.#queue = null
  }

  #opened(): Sound | null {
    if (this.#sound !== null) return this.#sound
    try {
      const sound = this.#open()
      sound.setVolume(this.#volume)
      sound.onStateChange(() => sound === this.#sound && this.#soundChanged(sound))
      this.#sound = sound
    } catch {
      // No audio system, or none to be had: the screen says so.
    }
    return this.#sound
  }

  #discard(): void {
    this.#sound?.close()
    this.#sound = null
  }

  #soundChanged(sound: Sound): void {
    const state = this.#state
    const runs = sound.state() === 'running'
    if (runs && state === 'starting') {
      clearTimeout(this.#waiting)
      this.#become('running')
    } else if (runs && state === 'interrupted') {
      this.#goOn(sound)
    } else if (!runs && state === 'running') {
      this.#rest()
      this.#await('interrupted')
    }
    // After a call the system hands the sound back suspended. While the call lasts, asking would only confuse it.
    if (sound.state() === 'suspended' && this.#state === 'interrupted') sound.resume()
  }

  /** A clock that stands still while it is said to run: put to sleep and woken, and if that was in vain, a press. */
  #wake(sound: Sound): void {
    this.#rest()
    const now = performance.now()
    if (now - this.#wokenAt < WOKEN_IN_VAIN_MS) return this.#become('blocked')
    this.#wokenAt = now
    sound.suspend()
    this.#await('interrupted')
    sound.resume()
  }

  // A call may last; but a clock that could run and does not needs a press.
  #await(state: 'starting' | 'interrupted'): void {
    this.#become(state)
    this.#waiting = setTimeout(() => {
      if (this.#state !== state) return
      this.#rest()
      this.#become(this.#sound?.state() === 'interrupted' ? 'interrupted' : 'blocked')
    }, PATIENCE_MS)
  }
}
