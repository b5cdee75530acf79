/**
 * Tap tempo: a musician's taps give a tempo (spec 4 and 9).
 * Times are milliseconds of one monotonic clock (an event's timeStamp), never the wall clock.
 */
export type Taps = readonly number[]

const MOST_TAPS = 24
const MOST_INTERVALS = 5
// 30 bpm; the slowest tempo's beat is 1500 ms long, so a longer gap is a new beginning.
const LONGEST_GAP = 2000
// 500 bpm: a touch and its emulated click, or a bouncing key, not a beat.
const SHORTEST_GAP = 120
// Further off than this the player has changed the tempo on purpose.
const LARGEST_DEVIATION = 0.4

/** The taps after one more at `time`: at most 24, begun anew after a gap or a deliberate change (rules TT2-TT6). */
export function afterTap(taps: Taps, time: number): Taps {
  if (!Number.isFinite(time)) return taps
  const last = taps.at(-1)
  if (last === undefined || time - last > LONGEST_GAP || time < last) return [time]
  if (time - last < SHORTEST_GAP) return taps
  const mean = meanInterval(taps)
  if (mean !== null && Math.abs(time - last - mean) > LARGEST_DEVIATION * mean) return [last, time]
  return [...taps, time].slice(-MOST_TAPS)
}

/**
 * Whole beats per minute of the last up to five intervals, rounded down, or null before the second tap (rule TT1).
 * Not limited to 40..208: the field it is written to says what is wrong with it (rule TT7).
 */
export function tappedTempo(taps: Taps): number | null {
  const mean = meanInterval(taps)
  return mean === null ? null : roundedTempo(60_000 / mean)
}

// The specification rounds down. The epsilon keeps exact intervals exact: 500 ms are 120 bpm, not 119.
const roundedTempo = (beatsPerMinute: number) => Math.floor(beatsPerMinute + 1e-6)

function meanInterval(taps: Taps): number | null {
  const recent = taps.slice(-(MOST_INTERVALS + 1))
  const first = recent[0]
  const last = recent.at(-1)
  if (first === undefined || last === undefined || recent.length < 2) return null
  return (last - first) / (recent.length - 1)
}
