import type { ClickPattern } from '#core/music/click-pattern.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { ClickQueue, type TempoClimb, type QueuedBeat } from './click-queue.ts'
import { AudioStallDetector } from './audio-clock.ts'
import type { AudioOutput } from './audio-output.ts'

const TICK_MS = 25
// Clicks behind the look-ahead are canceled when the tempo changes, and heard only while the page's timers are delayed.
// The queue is longer than any stall, and in a hidden page longer than timers that run once a minute.
const SAFETY_SECONDS = 10
const SAFETY_HIDDEN_SECONDS = 70
const FIRST_BEAT_SECONDS = 0.05
// Delay before the first beat, longer than a clock runs on after a stop that has just suspended it.
const RUNS_AFTER_SECONDS = 0.025

/** The settings with which a metronome run starts: tempo, click pattern, and how the tempo rises. */
export type ClickRunSettings = {
  readonly bpm: Bpm
  readonly pattern: ClickPattern
  readonly climb: TempoClimb
}

/**
 * One run of the metronome from start to stop. It schedules the clicks and observes the audio clock. If the clock is
 * suspended, scheduled beats wait for it, so the first one sounds 50 ms after the clock starts (rules MT2, MT19).
 */
export class ClickRun {
  readonly #sound: AudioOutput
  readonly #isHidden: () => boolean
  readonly #frozen = new AudioStallDetector()
  readonly #ticking: ReturnType<typeof setInterval>
  /** Time of the audio clock when the run was created, in seconds. */
  readonly #orderedAt: number
  #queue: ClickQueue

  /**
   * Starts the run: schedules the first beats immediately, and calls `onTick` every 25 ms until the run ends.
   * `isHidden` returns true while the page is hidden.
   */
  constructor(sound: AudioOutput, settings: ClickRunSettings, isHidden: () => boolean, onTick: () => void) {
    this.#sound = sound
    this.#isHidden = isHidden
    this.#orderedAt = sound.now()
    this.#queue = this.#newQueue(settings)
    this.#ticking = setInterval(onTick, TICK_MS)
    this.fill()
  }

  /** Schedules all missing beats of the next 10 s, or of the next 70 s while the page is hidden (rule BG1). */
  fill(): void {
    this.#queue.fill(this.#sound.now() + (this.#isHidden() ? SAFETY_HIDDEN_SECONDS : SAFETY_SECONDS))
  }

  /**
   * Applies a change of the settings by calling `change` with the queue of scheduled clicks. If the audio clock has not
   * advanced since the run was created, nothing has been heard; all clicks are then scheduled again with `settings`
   * instead.
   */
  change(settings: ClickRunSettings, change: (queue: ClickQueue) => void): void {
    if (this.#sound.now() === this.#orderedAt) {
      this.#queue.silence()
      this.#queue = this.#newQueue(settings)
    } else change(this.#queue)
    this.fill()
  }

  /** Returns true if the audio clock has advanced by more than 25 ms since the run was created. */
  isUnderWay(): boolean {
    return this.#sound.now() > this.#orderedAt + RUNS_AFTER_SECONDS
  }

  /**
   * Returns true if the audio clock has stood still for half a second. Call it every 25 ms, because each call compares
   * the clock with its time at the previous call.
   */
  isFrozen(): boolean {
    return this.#frozen.isFrozen(this.#sound.now(), performance.now())
  }

  /** Returns the current tempo. Returns null before the first beat at the tempo that was set last. */
  tempo(): Bpm | null {
    return this.#queue.tempoAt(this.#sound.now())
  }

  /**
   * Returns the beat that is heard at a time of performance.now(), in milliseconds. Returns null before the first beat.
   */
  beatAt(performanceTime: number): QueuedBeat | null {
    return this.#queue.at(this.#sound.heardAt(performanceTime))
  }

  /** Ends the run and cancels its clicks. A click that is sounding plays to its end (rule MT5). */
  end(): void {
    clearInterval(this.#ticking)
    this.#queue.silence()
  }

  #newQueue({ bpm, pattern, climb }: ClickRunSettings): ClickQueue {
    return new ClickQueue(this.#sound, this.#orderedAt + FIRST_BEAT_SECONDS, bpm, pattern, climb)
  }
}
