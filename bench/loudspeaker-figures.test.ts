import { expect, test } from 'vitest'
import { clickSamples } from '#web/metronome/click-samples.ts'
import { measureRecording, measureFirstClick, decodePcm } from './loudspeaker-figures.ts'

// Measures recordings of the product's own click with faults at known places.

const RATE = 48_000
const SECONDS = 5

function createRecording(times: readonly number[]): Float32Array {
  const pcm = Buffer.alloc(2 * SECONDS * RATE)
  const click = clickSamples(RATE)
  for (const time of times)
    click.forEach((value, index) => {
      const at = Math.round(time * RATE) + index
      if (at >= 0 && at < SECONDS * RATE) pcm.writeInt16LE(Math.round(value * 32_767), 2 * at)
    })
  return decodePcm(pcm)
}

const beats = (bpm: number, first: number) =>
  Array.from({ length: Math.ceil((SECONDS - first) / (60 / bpm)) }, (_, index) => first + (index * 60) / bpm)

test.each([40, 133, 208])('a recording with every click of %i bpm has no faults, wherever it begins', bpm => {
  for (const first of [0.001, 0.034, 60 / bpm - 0.001]) {
    const figures = measureRecording(createRecording(beats(bpm, first)), RATE, bpm)
    expect(figures).toMatchObject({ missed: 0, doubled: 0 })
    // Clicks begin on whole samples, so each is up to half a sample off.
    expect(figures.worstIntervalErrorMs).toBeLessThan(1000 / RATE + 0.001)
  }
})

test('missing clicks, doubled ones and a dropout of the output are found', () => {
  const times = beats(120, 0.3)
  const missing = times.filter((_, index) => ![0, 1, 4, 6, 7, times.length - 1].includes(index))
  expect(measureRecording(createRecording(missing), RATE, 120)).toMatchObject({ missed: 6, doubled: 0 })
  const doubled = [...times, 0.3 + 3 * 0.5 + 0.06].sort((a, b) => a - b)
  expect(measureRecording(createRecording(doubled), RATE, 120)).toMatchObject({ missed: 0, doubled: 1 })
  const dropout = beats(133, 0.2).map((time, index) => (index > 4 ? time + 0.124 : time))
  const figures = measureRecording(createRecording(dropout), RATE, 133)
  expect(figures).toMatchObject({ missed: 0, doubled: 0, worstIntervalErrorMs: expect.closeTo(124, 0) })
})

test('the first click is reported as whole and on time, or as cut', () => {
  const whole = createRecording(beats(120, 0.3))
  const errorMs = expect.closeTo(0, 2)
  expect(measureFirstClick(whole, RATE, 120)).toMatchObject({ isWhole: true, errorMs })
  const cut = Float32Array.from(whole, (value, index) => (index < (0.3 + 0.002) * RATE ? 0 : value))
  expect(measureFirstClick(cut, RATE, 120)).toMatchObject({ isWhole: false })
})
