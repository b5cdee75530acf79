/** Shorter than a beat at most tempos, longer than the steps in which browsers let the audio clock go on. */
const PATIENCE_MS = 500

/**
 * Finds an audio clock that stands still although its system says that it runs, as on an iPhone after a call. Counted
 * from the first look that found it standing, so that a page which was itself kept busy accuses nobody (rule MT10).
 */
export class FrozenClock {
  #last = Number.NaN
  #standsSince: number | null = null

  /** Forgets what it saw: the clock was started anew. */
  reset(): void {
    this.#standsSince = null
  }

  /** `now` in seconds of the audio clock, `at` in milliseconds of performance.now(); to be asked again and again. */
  isFrozen(now: number, at: number): boolean {
    if (now !== this.#last) {
      this.#last = now
      this.#standsSince = null
      return false
    }
    this.#standsSince ??= at
    return at - this.#standsSince >= PATIENCE_MS
  }
}
