import { describe, expect, test } from 'vitest'
import { clickSamples } from '#web/metronome/click-samples.ts'
import { measureRecording, measureFirstClick, decodePcm } from './loudspeaker-figures.ts'

// The measurement is measured: recordings with faults at known places.

const RATE = 48_000
const SECONDS = 5

/** A recording of the product's own click at these times, as 16 bit PCM; what lies outside is cut off. */
function recordingOf(times: readonly number[], seconds = SECONDS): Float32Array {
  const pcm = Buffer.alloc(2 * seconds * RATE)
  const click = clickSamples(RATE)
  for (const time of times) {
    const from = Math.round(time * RATE)
    click.forEach((value, index) => {
      const at = from + index
      if (at >= 0 && at < seconds * RATE) pcm.writeInt16LE(Math.round(value * 32_767), 2 * at)
    })
  }
  return decodePcm(pcm)
}

const beats = (bpm: number, first: number, seconds = SECONDS) =>
  Array.from({ length: Math.ceil((seconds - first) / (60 / bpm)) }, (_, index) => first + (index * 60) / bpm)

describe('a recording of the loudspeaker', () => {
  test.each([40, 133, 208])('[MT16] with every click of %i bpm has no faults, wherever it begins', bpm => {
    for (const first of [0.001, 0.034, 60 / bpm - 0.001]) {
      const figures = measureRecording(recordingOf(beats(bpm, first)), RATE, bpm)
      expect(figures).toMatchObject({ missed: 0, doubled: 0 })
      // Whole samples: each click is up to half a sample off.
      expect(figures.worstIntervalErrorMs).toBeLessThan(1000 / RATE + 0.001)
    }
  })

  test('[MT16] counts missing clicks, in the middle and at both ends, and doubled ones', () => {
    const times = beats(120, 0.3)
    const missing = times.filter((_, index) => ![0, 1, 4, 6, 7, times.length - 1].includes(index))
    expect(measureRecording(recordingOf(missing), RATE, 120)).toMatchObject({ missed: 6, doubled: 0 })
    const doubled = [...times, 0.3 + 3 * 0.5 + 0.06].sort((a, b) => a - b)
    expect(measureRecording(recordingOf(doubled), RATE, 120)).toMatchObject({ missed: 0, doubled: 1 })
  })

  test('[MT16] with a dropout of the output shows it as the error of one interval', () => {
    const times = beats(133, 0.2).map((time, index) => (index > 4 ? time + 0.124 : time))
    const { missed, doubled, worstIntervalErrorMs } = measureRecording(recordingOf(times), RATE, 133)
    expect({ missed, doubled }).toEqual({ missed: 0, doubled: 0 })
    expect(worstIntervalErrorMs).toBeCloseTo(124, 0)
  })

  test('[MT16] tells whether the first click is whole and on time', () => {
    const times = beats(120, 0.3)
    const whole = recordingOf(times)
    expect(measureFirstClick(whole, RATE, 120)).toMatchObject({
      isWhole: true,
      errorMs: expect.closeTo(0, 2),
    })
    const cut = Float32Array.from(whole, (value, index) => (index < (0.3 + 0.002) * RATE ? 0 : value))
    expect(measureFirstClick(cut, RATE, 120)).toMatchObject({ isWhole: false })
  })
})
