import { expect, test } from 'vitest'
import { compareWithGrid, findClicks } from './click-analysis.ts'

// Analyses synthetic recordings whose click times are known.

const RATE = 44_100
// A click may begin between two samples, as in real browsers.
const CLICK = { hertz: 1800, gain: 0.5, milliseconds: 30 }

function recordingOf(times: readonly number[]) {
  const samples = new Float32Array(Math.ceil(((times.at(-1) ?? 0) + 0.5) * RATE))
  times.forEach(time => {
    const { hertz, gain, milliseconds } = CLICK
    const end = (time + milliseconds / 1000) * RATE
    for (let at = Math.ceil(time * RATE); at < end; at++) {
      const since = at / RATE - time
      const sound = gain * Math.exp(-since * 345) * Math.sin(2 * Math.PI * hertz * since)
      samples[at] = (samples[at] ?? 0) + sound
    }
  })
  return samples
}

const grid = (count: number, interval: number, errorOf: (index: number) => number = () => 0) =>
  Array.from({ length: count }, (_, index) => 0.1 + index * interval + errorOf(index))
const measured = (times: readonly number[], interval: number) =>
  compareWithGrid(
    findClicks(recordingOf(times), RATE).map(({ time }) => time),
    interval,
  )

test('[MT16] the analysis measures an exact grid to a fraction of a sample, and finds drift', () => {
  for (const bpm of [40, 133, 228]) {
    const stats = measured(grid(30, 60 / bpm), 60 / bpm)
    expect(stats).toMatchObject({ clicks: 30, missed: 0, doubled: 0, late: 0 })
    expect(stats.largestErrorMs).toBeLessThan(0.1 * (1000 / RATE))
    expect(Math.abs(stats.driftMsPerMinute)).toBeLessThan(0.01)
  }
  expect(measured(grid(40, 0.5 * 1.0001), 0.5).driftMsPerMinute).toBeCloseTo(6, 1)
})

test('[MT16] missed, doubled and late beats are told apart', () => {
  const times = grid(40, 0.5, index => (index === 30 ? 0.08 : 0)).filter(
    (_, index) => ![7, 20, 21].includes(index),
  )
  times.push(0.1 + 12 * 0.5 + 0.06)
  times.sort((a, b) => a - b)
  const stats = measured(times, 0.5)
  expect(stats).toMatchObject({ clicks: 38, missed: 3, doubled: 1, late: 2 })
  expect(stats.largestErrorMs).toBeCloseTo(80, 1)
})
