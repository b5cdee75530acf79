export type Click = {
  /** Seconds since the first sample, more precise than one sample. */
  readonly time: number
  readonly peak: number
  readonly hertz: number
  /** Clicks of similar pitch and loudness have the same number, in the order of their first click. */
  readonly kind: number
  readonly milliseconds: number
}

// Relative to the loudest sample: a click begins above the first, and its peak is above the second.
const ONSET_LEVEL = 1e-3
const MIN_PEAK_LEVEL = 0.05
/** Ends a click: an 1800 Hz sine crosses zero far more often. */
const SILENCE_SECONDS = 0.003
const TEMPLATE_SECONDS = 0.02
const MAX_LAG = 12

/**
 * A click begins at the first sample after silence. Cross-correlation with the first click of its kind refines this, to
 * a hundredth of a sample if the clicks have the same shape (rule MT16).
 */
export function findClicks(samples: Float32Array, sampleRate: number): Click[] {
  const loudest = peakOf(samples)
  if (loudest === 0) return []
  const kinds: { hertz: number; peak: number; template: Float32Array }[] = []
  return soundsIn(samples, ONSET_LEVEL * loudest, SILENCE_SECONDS * sampleRate).flatMap(({ from, to }) => {
    const sound = samples.subarray(from, to)
    const peak = peakOf(sound)
    if (peak < MIN_PEAK_LEVEL * loudest) return []
    const hertz = hertzOf(sound, sampleRate)
    const isSame = (kind: { hertz: number; peak: number }) =>
      Math.abs(kind.hertz - hertz) < 0.06 * hertz && Math.max(kind.peak / peak, peak / kind.peak) < 1.25
    let kind = kinds.findIndex(isSame)
    if (kind < 0)
      kind = kinds.push({ hertz, peak, template: sound.slice(0, TEMPLATE_SECONDS * sampleRate) }) - 1
    const moved = lagOf(samples, from, kinds[kind]?.template ?? sound)
    const milliseconds = ((to - from) / sampleRate) * 1000
    return { time: (from + moved) / sampleRate, peak, hertz, kind, milliseconds }
  })
}

type GridComparison = {
  readonly clicks: number
  readonly missed: number
  readonly doubled: number
  readonly late: number
  readonly largestErrorMs: number
  readonly driftMsPerMinute: number
}

const LATE_MS = 1
/** Share of an interval. Beyond it a click is counted from the one before, not from the first. */
const MAX_PLACE_ERROR = 0.35

/** Times and interval are in seconds. */
export function compareWithGrid(times: readonly number[], interval: number): GridComparison {
  const [first = 0] = times
  let [missed, doubled, last] = [0, 0, 0]
  const errors = times.map((time, index) => {
    const since = (time - first) / interval
    let place = Math.round(since)
    if (Math.abs(since - place) > MAX_PLACE_ERROR) {
      const step = (time - (times[index - 1] ?? first)) / interval
      place = last + Math.max(step < 0.5 ? 0 : 1, Math.round(step))
    }
    if (index > 0 && place <= last) doubled++
    else missed += Math.max(0, place - last - 1)
    last = Math.max(last, place)
    return (time - first - last * interval) * 1000
  })
  const middle = median(errors)
  const off = errors.map(error => Math.abs(error - middle))
  return {
    clicks: times.length,
    missed,
    doubled,
    late: off.filter(error => error > LATE_MS).length,
    largestErrorMs: Math.max(0, ...off),
    driftMsPerMinute: regressionSlope(times, errors) * 60,
  }
}

export const clickIntervals = (times: readonly number[]): number[] =>
  times.slice(1).map((time, index) => time - (times[index] ?? 0))

function soundsIn(samples: Float32Array, floor: number, silence: number) {
  const sounds: { from: number; to: number }[] = []
  let from = -1
  let loud = -Infinity
  for (let at = 0; at <= samples.length; at++) {
    const isLoud = Math.abs(samples[at] ?? 0) > floor
    if (from >= 0 && (at === samples.length || at - loud > silence)) {
      sounds.push({ from, to: loud + 1 })
      from = -1
    }
    if (!isLoud) continue
    if (from < 0) from = at
    loud = at
  }
  return sounds
}

/** Samples, with a fraction, by which the sound begins after `at`. */
function lagOf(samples: Float32Array, at: number, template: Float32Array): number {
  const scores = Array.from({ length: 2 * MAX_LAG + 1 }, (_, index) => {
    const begin = at + index - MAX_LAG
    return template.reduce((sum, value, place) => sum + value * (samples[begin + place] ?? 0), 0)
  })
  const best = scores.indexOf(Math.max(...scores))
  const [before, top, after] = [scores[best - 1], scores[best], scores[best + 1]]
  // A best match at the edge means that the shapes differ, so only the first sample counts.
  if (before === undefined || top === undefined || after === undefined) return 0
  const curvature = before - 2 * top + after
  return best - MAX_LAG + (curvature === 0 ? 0 : (0.5 * (before - after)) / curvature)
}

function hertzOf(sound: Float32Array, sampleRate: number): number {
  const length = sound.length
  const windowed = sound.map(
    (value, index) => value * (0.5 - 0.5 * Math.cos((2 * Math.PI * index) / (length - 1))),
  )
  const level = (hertz: number) => {
    const turn = (2 * Math.PI * hertz) / sampleRate
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
    let [real, imaginary, x, y] = [0, 0, 1, 0]
    // Rotates from sample to sample: sin and cos of each would take minutes for a minute of clicks.
    for (const value of windowed) {
      real += value * x
      imaginary += value * y
      ;[x, y] = [x * cos - y * sin, y * cos + x * sin]
    }
    return Math.log(real ** 2 + imaginary ** 2 + 1e-30)
  }
  const step = 25
  const scanned = Array.from({ length: 200 }, (_, index) => (index + 2) * step)
  const levels = scanned.map(level)
  const best = levels.indexOf(Math.max(...levels))
  const [before = 0, top = 0, after = 0] = [levels[best - 1], levels[best], levels[best + 1]]
  const curvature = before - 2 * top + after
  return (scanned[best] ?? 0) + (curvature === 0 ? 0 : (0.5 * step * (before - after)) / curvature)
}

const peakOf = (samples: Float32Array) => samples.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0)

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return ((sorted[middle] ?? 0) + (sorted[sorted.length - 1 - middle] ?? 0)) / 2
}

function regressionSlope(x: readonly number[], y: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [middleX, middleY] = [mean(x), mean(y)]
  const above = x.reduce((sum, value, index) => sum + (value - middleX) * ((y[index] ?? 0) - middleY), 0)
  const below = x.reduce((sum, value) => sum + (value - middleX) ** 2, 0)
  return below === 0 ? 0 : above / below
}
