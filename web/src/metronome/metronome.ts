import { DEFAULT_CLICK_PATTERN, type ClickPattern } from '#core/music/click-pattern.ts'
import { DEFAULT_BPM, type Bpm } from '#core/music/tempo.ts'
import { NO_TEMPO_CLIMB, type ClickQueue, type TempoClimb, type QueuedBeat } from './click-queue.ts'
import { ClickRun, type ClickRunSettings } from './click-run.ts'
import { shallowEqual } from './shallow-equal.ts'
import type { ClickOutput } from './click-output.ts'

/**
 * - 'held': paused while the user drags a slider.
 * - 'interrupted': stopped by a phone call or an alarm; continues automatically afterwards.
 * - 'blocked': the browser plays sound only after the user presses Start again.
 * - 'failed': the browser has no audio system.
 */
export type MetronomeStatus =
  | 'stopped'
  | 'starting'
  | 'running'
  | 'held'
  | 'interrupted'
  | 'blocked'
  | 'timed-out'
  | 'failed'

/** Wireless headphones need several seconds to start (rule MT19). */
export const AUDIO_START_TIMEOUT_MS = 8000
// A running but idle audio system keeps a phone's sound hardware awake.
const SUSPEND_AFTER_MS = 2000
// A clock that is suspended and resumed responds immediately, unless the audio system has crashed.
const WAKE_TIMEOUT_MS = 1000
// If a clock stalls again within this time, resuming it was not enough.
const WOKEN_IN_VAIN_MS = 5000

export class Metronome {
  readonly #open: () => ClickOutput
  readonly #isHidden: () => boolean
  readonly #listeners = new Set<() => void>()
  #state: MetronomeStatus = 'stopped'
  #sound: ClickOutput | null = null
  #tempo: Bpm = DEFAULT_BPM
  #pattern: ClickPattern = DEFAULT_CLICK_PATTERN
  #climb: TempoClimb = NO_TEMPO_CLIMB
  #volume = 1
  #run: ClickRun | null = null
  #waiting: ReturnType<typeof setTimeout> | undefined
  #wokenAt = -Infinity
  #hasSounded = false

  /** `open` is called at the first start, because browsers allow sound only in a user gesture. */
  constructor(open: () => ClickOutput, isHidden: () => boolean) {
    this.#open = open
    this.#isHidden = isHidden
  }

  readonly state = (): MetronomeStatus => this.#state

  readonly tempo = (): Bpm => this.#tempo

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  start(bpm: Bpm): void {
    const state = this.#state
    if (state === 'running' || state === 'starting') return this.setTempo(bpm)
    // A clock that stalled although it could run does not recover, so a new one is opened (rule MT10).
    if (state === 'blocked') this.#discard()
    this.#tempo = bpm
    this.#hasSounded = false
    this.#play()
  }

  stop(): void {
    if (this.#state === 'stopped') return
    this.#rest()
    this.#become('stopped')
    this.#waiting = setTimeout(() => this.#sound?.suspend(), SUSPEND_AFTER_MS)
  }

  setTempo(bpm: Bpm): void {
    if (bpm === this.#tempo) return
    this.#tempo = bpm
    this.#change(queue => queue.setTempo(bpm))
  }

  setPattern(pattern: ClickPattern): void {
    if (shallowEqual(pattern, this.#pattern)) return
    this.#pattern = pattern
    this.#change(queue => queue.setPattern(pattern))
  }

  setClimb(climb: TempoClimb): void {
    if (shallowEqual(climb.settings, this.#climb.settings) && climb.goal === this.#climb.goal) return
    this.#climb = climb
    this.#change(queue => queue.setClimb(climb))
  }

  setVolume(volume: number): void {
    this.#volume = volume
    this.#sound?.setVolume(volume)
  }

  /** Pauses while a slider is dragged, because clicks at rapidly changing tempos sound broken (rule MT5). */
  hold(): void {
    const state = this.#state
    if (state !== 'running' && state !== 'starting' && state !== 'interrupted') return
    this.#rest()
    this.#become('held')
  }

  release(): void {
    if (this.#state === 'held') this.#play()
  }

  beatAt(performanceTime: number): QueuedBeat | null {
    return this.#state === 'running' ? (this.#run?.beatAt(performanceTime) ?? null) : null
  }

  /** Schedules the next beats and restarts a stalled clock. Call it every 25 ms and on visibility changes. */
  fill(): void {
    const [sound, run] = [this.#sound, this.#run]
    if (sound === null || run === null) return
    run.fill()
    if (run.isUnderWay()) this.#clockRuns()
    const tempo = run.tempo()
    if (tempo !== null && tempo !== this.#tempo) {
      this.#tempo = tempo
      this.#tell()
    }
    if (this.#state === 'running' && run.isFrozen()) this.#wake(sound)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #become(state: MetronomeStatus): void {
    if (state === this.#state) return
    this.#state = state
    this.#tell()
  }

  #play(): void {
    if (this.#sound?.state() === 'closed') this.#discard()
    const sound = this.#opened()
    if (sound === null) return this.#become('failed')
    sound.resume()
    if (!this.#hasSounded && sound.state() !== 'interrupted') this.#begin(sound, 'starting')
    else if (sound.state() === 'running') this.#begin(sound, 'running')
    else this.#interrupt(sound)
  }

  #begin(sound: ClickOutput, state: 'starting' | 'running'): void {
    this.#rest()
    this.#run = new ClickRun(sound, this.#settings(), this.#isHidden, () => this.fill())
    this.#become(state)
    if (state === 'starting') this.#waiting = setTimeout(() => this.#giveUp(), AUDIO_START_TIMEOUT_MS)
  }

  #settings(): ClickRunSettings {
    // In the middle of a piece there is no second count-in.
    const pattern = this.#hasSounded ? { ...this.#pattern, countIn: false } : this.#pattern
    return { bpm: this.#tempo, pattern, climb: this.#climb }
  }

  #change(change: (queue: ClickQueue) => void): void {
    this.#run?.change(this.#settings(), change)
  }

  #clockRuns(): void {
    this.#hasSounded = true
    if (this.#state !== 'starting') return
    clearTimeout(this.#waiting)
    this.#become('running')
  }

  #giveUp(): void {
    this.#rest()
    this.#discard()
    this.#become('timed-out')
  }

  #rest(): void {
    clearTimeout(this.#waiting)
    this.#run?.end()
    this.#run = null
  }

  #opened(): ClickOutput | null {
    if (this.#sound !== null) return this.#sound
    try {
      const sound = this.#open()
      sound.setVolume(this.#volume)
      sound.onStateChange(() => sound === this.#sound && this.#soundChanged(sound))
      this.#sound = sound
    } catch {
      // There is no audio system, or none is available; the state tells the screen.
    }
    return this.#sound
  }

  #discard(): void {
    this.#sound?.close()
    this.#sound = null
  }

  #soundChanged(sound: ClickOutput): void {
    const [state, system] = [this.#state, sound.state()]
    const isPlaying = state === 'running' || state === 'starting'
    const isWaiting = state === 'interrupted' || state === 'blocked'
    if (system === 'running' && isWaiting) this.#begin(sound, 'running')
    if (system === 'interrupted' && isPlaying) this.#interrupt(sound)
    if (system === 'suspended' && (state === 'running' || isWaiting)) this.#interrupt(sound)
    // Not an interruption: it is opening, or it was being suspended when Start was pressed again.
    if (system === 'suspended' && (state === 'starting' || state === 'held')) sound.resume()
    if (system === 'closed' && (isPlaying || isWaiting)) this.#block()
  }

  #interrupt(sound: ClickOutput): void {
    this.#rest()
    this.#become('interrupted')
    // After a call the system hands the sound back suspended. Resuming during the call would only fail.
    if (sound.state() !== 'suspended') return
    sound.resume()
    this.#waiting = setTimeout(() => this.#block(), AUDIO_START_TIMEOUT_MS)
  }

  #wake(sound: ClickOutput): void {
    const now = performance.now()
    if (now - this.#wokenAt < WOKEN_IN_VAIN_MS) return this.#block()
    this.#wokenAt = now
    this.#rest()
    this.#become('interrupted')
    sound.suspend()
    sound.resume()
    this.#waiting = setTimeout(() => this.#block(), WAKE_TIMEOUT_MS)
  }

  #block(): void {
    this.#rest()
    this.#become('blocked')
  }
}
