import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bpm } from '#tests/library/builders.ts'
import {
  fakeSound,
  roundedIntervals as intervals,
  passTime,
  type FakeSound,
} from '#tests/metronome/fake-sound.ts'
import { Metronome } from './metronome.ts'

// The slider is dragged, and what can happen to the sound meanwhile.

let opened: FakeSound[]
let metronome: Metronome

beforeEach(() => {
  vi.useFakeTimers()
  opened = []
  metronome = new Metronome(
    () => {
      const next = fakeSound()
      opened.push(next)
      return next
    },
    () => false,
  )
})

afterEach(() => {
  vi.useRealTimers()
})

function sound(): FakeSound {
  const newest = opened.at(-1)
  if (newest === undefined) throw new Error('no sound system was opened')
  return newest
}
const pass = (seconds: number) => passTime(sound(), seconds)
const heardSince = (time: number) =>
  sound()
    .clicks()
    .filter(at => at > time && at < sound().now())

/** A click that has run for a second, and a thumb on the slider since. */
function dragging() {
  metronome.start(bpm(120))
  pass(1)
  metronome.hold()
}

test('[MT5] holds while dragged, and goes on from beat 1 afterwards with the tempo it was dragged to', () => {
  dragging()
  const heldAt = sound().now()
  metronome.setTempo(bpm(100))
  pass(2)
  expect(heardSince(heldAt + 0.06)).toEqual([])
  expect(metronome.state()).toBe('held')

  const releasedAt = sound().now()
  metronome.release()
  expect(metronome.state()).toBe('running')
  pass(0.2)
  expect(metronome.beatAt(sound().now() * 1000)?.inBar).toBe(0)
  pass(1.8)
  expect(heardSince(releasedAt)[0]).toBeCloseTo(releasedAt + 0.05)
  expect(intervals(heardSince(releasedAt))).toEqual([0.6, 0.6, 0.6])
})

test('[MT5] a drag beside a silent metronome starts nothing, nor does a release after a stop', () => {
  metronome.hold()
  metronome.release()
  expect(opened).toEqual([])
  dragging()
  metronome.stop()
  metronome.release()
  expect(metronome.state()).toBe('stopped')
})

test('[MT10] after a call that came and went during a drag, the release resumes', () => {
  dragging()
  sound().become('interrupted')
  pass(10)
  sound().become('suspended')
  pass(1)
  // Only a press may give the sound back here: what was asked before it was in vain.
  const asked = sound().asked()
  metronome.release()
  expect(sound().asked()).toBeGreaterThan(asked)
  expect(metronome.state()).toBe('interrupted')
  const ranAt = sound().now()
  sound().become('running')
  pass(1.1)
  expect(metronome.state()).toBe('running')
  expect(heardSince(ranAt)[0]).toBeCloseTo(ranAt + 0.05)
  expect(opened).toHaveLength(1)
})

test('[MT10] a sound that came back by itself during the drag is silent until the release', () => {
  dragging()
  sound().become('interrupted')
  sound().become('suspended')
  expect(sound().asked()).toBe(2)
  const backAt = sound().now()
  sound().become('running')
  pass(1)
  expect(heardSince(backAt + 0.06)).toEqual([])
  metronome.release()
  pass(0.2)
  expect(metronome.state()).toBe('running')
  expect(heardSince(backAt)).toHaveLength(1)
})

test('[MT10] a call that ends while the slider of an interrupted click is dragged makes no sound before the release', () => {
  metronome.start(bpm(120))
  pass(1)
  sound().become('interrupted')
  metronome.hold()
  sound().become('suspended')
  const backAt = sound().now()
  sound().become('running')
  pass(1)
  expect(heardSince(backAt)).toEqual([])
  metronome.release()
  pass(0.2)
  expect(heardSince(backAt)).toHaveLength(1)
})
