/** Times in milliseconds of a monotonic clock such as `Event.timeStamp`. */
export type TapTimes = readonly number[]

const MOST_TAPS = 24
const MOST_INTERVALS = 5
// The slowest beat is 1500 ms long, so after a longer gap counting starts again.
const LONGEST_GAP = 2000
// Taps closer than 120 ms (500 bpm) are a touch and its emulated click, or a bouncing key.
const SHORTEST_GAP = 120
// A larger deviation is an intended tempo change.
const LARGEST_DEVIATION = 0.4

export function addTap(taps: TapTimes, time: number): TapTimes {
  if (!Number.isFinite(time)) return taps
  const last = taps.at(-1)
  if (last === undefined || time - last > LONGEST_GAP || time < last) return [time]
  if (time - last < SHORTEST_GAP) return taps
  const mean = meanInterval(taps)
  if (mean !== null && Math.abs(time - last - mean) > LARGEST_DEVIATION * mean) return [last, time]
  return [...taps, time].slice(-MOST_TAPS)
}

/** Returns whole bpm, possibly outside the valid range; null before the second tap (rule TT1). */
export function unclampedTappedTempo(taps: TapTimes): number | null {
  const mean = meanInterval(taps)
  return mean === null ? null : roundedTempo(60_000 / mean)
}

// The specification rounds down. The epsilon keeps exact intervals exact, so 500 ms give 120 bpm and not 119.
const roundedTempo = (beatsPerMinute: number) => Math.floor(beatsPerMinute + 1e-6)

function meanInterval(taps: TapTimes): number | null {
  const recent = taps.slice(-(MOST_INTERVALS + 1))
  const first = recent[0]
  const last = recent.at(-1)
  if (first === undefined || last === undefined || recent.length < 2) return null
  return (last - first) / (recent.length - 1)
}
