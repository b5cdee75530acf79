import { expect, test } from 'vitest'
import { clickSamples } from './click-samples.ts'

/** Strength of one pitch, by Goertzel's algorithm. */
function strengthAt(hertz: number, samples: Float32Array, sampleRate: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / sampleRate)
  let [one, two] = [0, 0]
  for (const sample of samples) [one, two] = [sample + turn * one - two, one]
  return one * one + two * two - turn * one * two
}

test('[MT2] the click sounds at 1800 Hz for 30 ms, begins and ends in silence and never overdrives', () => {
  const samples = clickSamples(48_000)
  const pitches = Array.from({ length: 200 }, (_, step) => 800 + step * 10)
  const strengths = pitches.map(hertz => strengthAt(hertz, samples, 48_000))
  expect(Math.abs((pitches[strengths.indexOf(Math.max(...strengths))] ?? 0) - 1800)).toBeLessThanOrEqual(20)
  expect(samples).toHaveLength(1440)
  expect(samples[0]).toBe(0)
  expect(Math.abs(samples.at(-1) ?? 1)).toBeLessThan(0.0001)
  const peak = Math.max(...samples.map(Math.abs))
  expect(peak).toBeLessThanOrEqual(1)
  expect(peak).toBeGreaterThan(0.7)
})
