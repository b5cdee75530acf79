/** Times in milliseconds of a monotonic clock such as Event.timeStamp (spec 4 and 9). */
export type TapTimes = readonly number[]

const MOST_TAPS = 24
const MOST_INTERVALS = 5
// The slowest beat is 1500 ms long, so after a longer gap counting starts again.
const LONGEST_GAP = 2000
// Taps closer than 120 ms (500 bpm) are a touch and its emulated click, or a bouncing key.
const SHORTEST_GAP = 120
// A larger deviation is an intended tempo change.
const LARGEST_DEVIATION = 0.4

/**
 * Keeps at most the last 24 taps. Ignores a tap less than 120 ms after the previous one. Keeps only the new
 * tap after a gap of more than 2 s or if time runs backwards, and only the last two taps if their interval
 * differs from the mean by more than 40 % (rules TT1, TT8).
 */
export function addTap(taps: TapTimes, time: number): TapTimes {
  if (!Number.isFinite(time)) return taps
  const last = taps.at(-1)
  if (last === undefined || time - last > LONGEST_GAP || time < last) return [time]
  if (time - last < SHORTEST_GAP) return taps
  const mean = meanInterval(taps)
  if (mean !== null && Math.abs(time - last - mean) > LARGEST_DEVIATION * mean) return [last, time]
  return [...taps, time].slice(-MOST_TAPS)
}

/**
 * Returns the mean tempo of the last five intervals in whole bpm, rounded down; null before the second tap.
 * May be outside 40 to 208 bpm, which the tempo field reports as an error (rule TT1).
 */
export function tappedTempo(taps: TapTimes): number | null {
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
