import type { ClickPattern } from '#core/music/click-pattern.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { ClickQueue, type TempoClimb, type QueuedBeat } from './click-queue.ts'
import { AudioStallDetector } from './audio-clock.ts'
import type { ClickOutput } from './click-output.ts'

const TICK_MS = 25
// Clicks after the look-ahead are canceled when the tempo changes, and heard only while the page's timers are
// late. The queue is longer than any stall, or, in a hidden page, than timers that run once a minute.
const SAFETY_SECONDS = 10
const SAFETY_HIDDEN_SECONDS = 70
const FIRST_BEAT_SECONDS = 0.05
// Delay before the first beat, longer than a clock runs on after a stop that has just suspended it.
const RUNS_AFTER_SECONDS = 0.025

export type ClickRunSettings = {
  readonly bpm: Bpm
  readonly pattern: ClickPattern
  readonly climb: TempoClimb
}

export class ClickRun {
  readonly #sound: ClickOutput
  readonly #isHidden: () => boolean
  readonly #frozen = new AudioStallDetector()
  readonly #ticking: ReturnType<typeof setInterval>
  readonly #orderedAt: number
  #queue: ClickQueue

  constructor(sound: ClickOutput, settings: ClickRunSettings, isHidden: () => boolean, onTick: () => void) {
    this.#sound = sound
    this.#isHidden = isHidden
    this.#orderedAt = sound.now()
    this.#queue = this.#newQueue(settings)
    this.#ticking = setInterval(onTick, TICK_MS)
    this.fill()
  }

  fill(): void {
    this.#queue.fill(this.#sound.now() + (this.#isHidden() ? SAFETY_HIDDEN_SECONDS : SAFETY_SECONDS))
  }

  /** Until the audio clock runs, no click has been heard, so the queue is replaced instead of changed. */
  change(settings: ClickRunSettings, change: (queue: ClickQueue) => void): void {
    if (this.#sound.now() === this.#orderedAt) {
      this.#queue.silence()
      this.#queue = this.#newQueue(settings)
    } else change(this.#queue)
    this.fill()
  }

  isUnderWay(): boolean {
    return this.#sound.now() > this.#orderedAt + RUNS_AFTER_SECONDS
  }

  isFrozen(): boolean {
    return this.#frozen.isFrozen(this.#sound.now(), performance.now())
  }

  tempo(): Bpm | null {
    return this.#queue.tempoAt(this.#sound.now())
  }

  beatAt(performanceTime: number): QueuedBeat | null {
    return this.#queue.at(this.#sound.heardAt(performanceTime))
  }

  end(): void {
    clearInterval(this.#ticking)
    this.#queue.silence()
  }

  #newQueue({ bpm, pattern, climb }: ClickRunSettings): ClickQueue {
    return new ClickQueue(this.#sound, this.#orderedAt + FIRST_BEAT_SECONDS, bpm, pattern, climb)
  }
}
