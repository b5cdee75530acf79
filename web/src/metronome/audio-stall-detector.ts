/** Longer than the steps in which browsers advance the audio clock, and shorter than a beat at most tempos. */
const STALL_TIMEOUT_MS = 500

/**
 * Detects an audio clock that stands still although the browser reports it as running, which happens on iPhones after a
 * call. Measures the stall from the first check that finds it, so that a busy page causes no false alarm (rule MT10).
 */
export class AudioStallDetector {
  #last = Number.NaN
  #standsSince: number | null = null

  /** Discards the stall measured so far. Call it after the clock was restarted. */
  reset(): void {
    this.#standsSince = null
  }

  /**
   * Returns true if the clock has stood still for half a second. Call it repeatedly, because each call compares the
   * clock with its time at the previous call.
   *
   * @param now time of the audio clock, in seconds
   * @param at time of performance.now(), in milliseconds
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
