/** Longer than the steps in which browsers advance the audio clock, and shorter than a beat at most tempos. */
const STALL_TIMEOUT_MS = 500

/**
 * Detects an audio clock that does not advance although the system reports it as running, which happens on an iPhone
 * after a call. The timeout starts at the first check that finds the clock stalled, so that a busy page causes no
 * false alarm (rule MT10).
 */
export class AudioStallDetector {
  #last = Number.NaN
  #standsSince: number | null = null

  /** Resets the detector, because the clock was restarted. */
  reset(): void {
    this.#standsSince = null
  }

  /**
   * Returns whether the clock has stalled; call it repeatedly. `now` is in seconds of the audio clock, `at` in ms of
   * performance.now().
   */
  isFrozen(now: number, at: number): boolean {
    if (now !== this.#last) {
      this.#last = now
      this.#standsSince = null
      return false
    }
    this.#standsSince ??= at
    return at - this.#standsSince >= STALL_TIMEOUT_MS
  }
}
