import { describe, expect, test } from 'vitest'
import { clickSamples } from './click-samples.ts'

/** Strength of one pitch in some samples (Goertzel's algorithm). */
function strengthAt(hertz: number, samples: Float32Array, sampleRate: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / sampleRate)
  let [one, two] = [0, 0]
  for (const sample of samples) [one, two] = [sample + turn * one - two, one]
  return one * one + two * two - turn * one * two
}

describe('the click', () => {
  test.each([44_100, 48_000, 96_000])('[MT2] sounds at 1800 Hz, at %i samples per second too', sampleRate => {
    const samples = clickSamples(sampleRate)
    const pitches = Array.from({ length: 200 }, (_, step) => 800 + step * 10)
    const loudest = pitches.reduce((best, hertz) =>
      strengthAt(hertz, samples, sampleRate) > strengthAt(best, samples, sampleRate) ? hertz : best,
    )
    expect(Math.abs(loudest - 1800)).toBeLessThanOrEqual(20)
  })

  test('[MT2] lasts 30 ms, begins and ends in silence and never overdrives', () => {
    const samples = clickSamples(48_000)
    expect(samples).toHaveLength(1440)
    expect(samples[0]).toBe(0)
    expect(Math.abs(samples.at(-1) ?? 1)).toBeLessThan(0.0001)
    expect(Math.max(...samples.map(Math.abs))).toBeLessThanOrEqual(1)
    expect(Math.max(...samples.map(Math.abs))).toBeGreaterThan(0.7)
  })
})
