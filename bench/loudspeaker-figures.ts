import { compareWithGrid, findClicks, clickIntervals, type Click } from '#tests/metronome/click-analysis.ts'

// A click of 30 ms that the beginning or the end of the recording cuts has no time of its own.
const CUT_SECONDS = 0.035
// The end of a click is below the smallest step of 16 bits.
const SHORTER_MS = 1
// What a recording that ends just before a beat may be shorter than whole beats.
const ROUNDING = 0.02

/**
 * Compares a recording with regular clicks at `bpm`. It may begin and end anywhere: `missed` counts the beats without a
 * click in the silence at both ends, too. The worst error is of the time from one click to the next, beside whole beats.
 */
export function measureRecording(samples: Float32Array, sampleRate: number, bpm: number) {
  const beat = 60 / bpm
  const [begin, end] = [CUT_SECONDS, samples.length / sampleRate - CUT_SECONDS]
  const times = findClicks(samples, sampleRate)
    .map(({ time }) => time)
    .filter(time => time > begin && time < end)
  const beatsIn = (seconds: number) => Math.max(0, Math.floor(seconds / beat - ROUNDING))
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined)
    return { clicks: 0, missed: beatsIn(end - begin), doubled: 0, worstIntervalErrorMs: 0 }
  const { missed, doubled } = compareWithGrid(times, beat)
  const errors = clickIntervals(times).map(interval =>
    Math.abs(interval - Math.max(1, Math.round(interval / beat)) * beat),
  )
  return {
    clicks: times.length,
    missed: beatsIn(first - begin) + missed + beatsIn(end - last),
    doubled,
    worstIntervalErrorMs: Math.max(0, ...errors) * 1000,
  }
}

/**
 * Compares the first click of a recording that began in silence with those after it: whether it is as loud and as long, and
 * how far its distance to the next one is from a beat. `at` is the sample at which the recording may be cut to begin with
 * it. Returns null if there are fewer than two clicks.
 */
export function measureFirstClick(samples: Float32Array, sampleRate: number, bpm: number) {
  const [first, second, ...others] = findClicks(samples, sampleRate)
  if (first === undefined || second === undefined) return null
  const isLike = (click: Click) =>
    first.peak > 0.98 * click.peak && first.milliseconds > click.milliseconds - SHORTER_MS
  return {
    at: Math.max(0, Math.floor((first.time - CUT_SECONDS) * sampleRate) - 1),
    isWhole: [second, ...others].filter(({ kind }) => kind === second.kind).every(isLike),
    errorMs: Math.abs(second.time - first.time - 60 / bpm) * 1000,
  }
}

/** Converts signed 16-bit little-endian PCM to samples from -1 to 1. */
export function decodePcm(pcm: Buffer): Float32Array {
  return Float32Array.from({ length: pcm.length >> 1 }, (_, index) => pcm.readInt16LE(index * 2) / 32_768)
}
