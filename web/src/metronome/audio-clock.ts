type AudioClock = Pick<AudioContext, 'currentTime' | 'baseLatency' | 'outputLatency' | 'getOutputTimestamp'>

// WebKitGTK adds the played time to the output timestamp's performanceTime, which is then in the future.
const FUTURE_MS = 100

/** Returns the audio clock's time, in seconds, of the sound that is heard at `performanceTime`, in milliseconds. */
export function audioTimeHeardAt(context: AudioClock, performanceTime: number): number {
  const { contextTime, performanceTime: heardAt } = context.getOutputTimestamp()
  const now = performance.now()
  if (contextTime && heardAt && heardAt < now + FUTURE_MS)
    return contextTime + (performanceTime - heardAt) / 1000
  // Right after the start, and in older Safari, there is no output timestamp.
  const latency = context.outputLatency || context.baseLatency || 0
  return context.currentTime + (performanceTime - now) / 1000 - latency
}

/** Longer than the steps in which browsers advance the audio clock. */
const STALL_TIMEOUT_MS = 500

/**
 * On iPhones, the audio clock can stand still after a phone call. The standstill is timed from the first
 * check that notices it, so that a busy page causes no false alarm (rule MT10).
 */
export class AudioStallDetector {
  #last = Number.NaN
  #standsSince: number | null = null

  isFrozen(audioSeconds: number, performanceMs: number): boolean {
    if (audioSeconds !== this.#last) {
      this.#last = audioSeconds
      this.#standsSince = null
      return false
    }
    this.#standsSince ??= performanceMs
    return performanceMs - this.#standsSince >= STALL_TIMEOUT_MS
  }
}
