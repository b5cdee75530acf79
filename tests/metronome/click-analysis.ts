export type Click = {
  /** Seconds since the first sample, to a small part of a sample. */
  readonly time: number
  readonly peak: number
  readonly hertz: number
  /** Clicks of about the same pitch and loudness have the same number, counted in the order in which they are heard. */
  readonly kind: number
  readonly milliseconds: number
}

// Relative to the loudest sample: where a click begins, and from where on it is certainly one.
const FLOOR = 1e-3
const LOUD = 0.05
/** So much silence ends a click: an 1800 Hz sine passes zero far more often. */
const SILENCE_SECONDS = 0.003
const TEMPLATE_SECONDS = 0.02
const MOST_LAGS = 12

/**
 * Finds the clicks in a recording. Takes the first sample after silence, then refines it by cross-correlation with the
 * first click of the same kind. Exact to a hundredth of a sample if clicks have the same shape (rule MT16).
 */
export function findClicks(samples: Float32Array, sampleRate: number): Click[] {
  const loudest = peakOf(samples)
  if (loudest === 0) return []
  const kinds: { hertz: number; peak: number; template: Float32Array }[] = []
  return soundsIn(samples, FLOOR * loudest, SILENCE_SECONDS * sampleRate).flatMap(({ from, to }) => {
    const sound = samples.subarray(from, to)
    const peak = peakOf(sound)
    if (peak < LOUD * loudest) return []
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

type GridFigures = {
  readonly clicks: number
  /** Places of the grid without a click, between the first and the last. */
  readonly missed: number
  /** Clicks beyond the first at one place. */
  readonly doubled: number
  /** More than 1 ms off. */
  readonly late: number
  /** The farthest a click is from its place, in milliseconds; the grid lies where most clicks are. */
  readonly largestErrorMs: number
  readonly driftMsPerMinute: number
}

const LATE_MS = 1
/** Further off than this part of an interval, a click is counted from the one before and not from the first. */
const SURE = 0.35

/** Compares click times with a regular grid. Times and interval are in seconds. */
export function compareWithGrid(times: readonly number[], interval: number): GridFigures {
  const [first = 0] = times
  let [missed, doubled, last] = [0, 0, 0]
  const errors = times.map((time, index) => {
    const since = (time - first) / interval
    let place = Math.round(since)
    if (Math.abs(since - place) > SURE) {
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
    driftMsPerMinute: slope(times, errors) * 60,
  }
}

/** In seconds. */
export const clickIntervals = (times: readonly number[]): number[] =>
  times.slice(1).map((time, index) => time - (times[index] ?? 0))

/** Stretches above the floor, each until `silence` samples are below it. */
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

/** By how many samples a sound lies later than the template that should begin at `at`. */
function lagOf(samples: Float32Array, at: number, template: Float32Array): number {
  const scores = Array.from({ length: 2 * MOST_LAGS + 1 }, (_, index) => {
    const begin = at + index - MOST_LAGS
    return template.reduce((sum, value, place) => sum + value * (samples[begin + place] ?? 0), 0)
  })
  const best = scores.indexOf(Math.max(...scores))
  const [before, top, after] = [scores[best - 1], scores[best], scores[best + 1]]
  // At the edge the shapes differ, and the first sample is all there is to go by.
  if (before === undefined || top === undefined || after === undefined) return 0
  const bend = before - 2 * top + after
  return best - MOST_LAGS + (bend === 0 ? 0 : (0.5 * (before - after)) / bend)
}

/** The strongest frequency of a short sound: a windowed Fourier sum, scanned, then the top of a parabola. */
function hertzOf(sound: Float32Array, sampleRate: number): number {
  const length = sound.length
  const windowed = sound.map(
    (value, index) => value * (0.5 - 0.5 * Math.cos((2 * Math.PI * index) / (length - 1))),
  )
  const level = (hertz: number) => {
    const turn = (2 * Math.PI * hertz) / sampleRate
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
    let [real, imaginary, x, y] = [0, 0, 1, 0]
    // Turned on from sample to sample: a sine for each of them would take minutes for a minute of clicks.
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
  const bend = before - 2 * top + after
  return (scanned[best] ?? 0) + (bend === 0 ? 0 : (0.5 * step * (before - after)) / bend)
}

const peakOf = (samples: Float32Array) => samples.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0)

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return ((sorted[middle] ?? 0) + (sorted[sorted.length - 1 - middle] ?? 0)) / 2
}

/** The slope of the straight line that lies nearest to the points. */
function slope(x: readonly number[], y: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [middleX, middleY] = [mean(x), mean(y)]
  const above = x.reduce((sum, value, index) => sum + (value - middleX) * ((y[index] ?? 0) - middleY), 0)
  const below = x.reduce((sum, value) => sum + (value - middleX) ** 2, 0)
  return below === 0 ? 0 : above / below
}
