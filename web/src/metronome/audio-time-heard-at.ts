/** The members of AudioContext that are needed to compute the output time. */
type AudioClock = Pick<AudioContext, 'currentTime' | 'baseLatency' | 'outputLatency' | 'getOutputTimestamp'>

// WebKitGTK adds the played time to the output timestamp's performanceTime, which is then in the future.
const FUTURE_MS = 100

/**
 * Converts a time of performance.now(), in milliseconds, to a time of the audio clock, in seconds: the one whose sound
 * is heard at that moment. Sound is heard slightly later than it is sent to the speaker (rule MT8).
 */
export function audioTimeHeardAt(context: AudioClock, performanceTime: number): number {
  const { contextTime, performanceTime: heardAt } = context.getOutputTimestamp()
  const now = performance.now()
  if (contextTime && heardAt && heardAt < now + FUTURE_MS)
    return contextTime + (performanceTime - heardAt) / 1000
  // Right after the start, and in older Safari, there is no output timestamp.
  const latency = context.outputLatency || context.baseLatency || 0
  return context.currentTime + (performanceTime - now) / 1000 - latency
}
