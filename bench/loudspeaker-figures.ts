import { compareWithGrid, findClicks, clickIntervals, type Click } from '#tests/metronome/click-analysis.ts'

// Clicks take 30 ms. One that is cut by the start or end of the recording has no exact time.
const CUT_SECONDS = 0.035
// The end of a click is too quiet for 16 bits.
const LENGTH_TOLERANCE_MS = 1
// In beats, for a recording that ends just before a beat.
const ROUNDING = 0.02

/**
 * The recording may begin and end anywhere. `missed` includes the beats of the silence at both ends. The interval error is how
 * far the time between two clicks is from a whole number of beats.
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
 * For a recording that begins in silence. The first click is whole if it is as loud and as long as later ones; `errorMs` is how
 * far the second one is from a beat after it. `at` is a sample just before it. Returns null if there are fewer than two clicks.
 */
export function measureFirstClick(samples: Float32Array, sampleRate: number, bpm: number) {
  const [first, second, ...others] = findClicks(samples, sampleRate)
  if (first === undefined || second === undefined) return null
  const isLike = (click: Click) =>
    first.peak > 0.98 * click.peak && first.milliseconds > click.milliseconds - LENGTH_TOLERANCE_MS
  return {
    at: Math.max(0, Math.floor((first.time - CUT_SECONDS) * sampleRate) - 1),
    isWhole: [second, ...others].filter(({ kind }) => kind === second.kind).every(isLike),
    errorMs: Math.abs(second.time - first.time - 60 / bpm) * 1000,
  }
}

export function decodePcm(pcm: Buffer): Float32Array {
  return Float32Array.from({ length: pcm.length >> 1 }, (_, index) => pcm.readInt16LE(index * 2) / 32_768)
}
