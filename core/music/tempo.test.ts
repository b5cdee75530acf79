import { expect, test } from 'vitest'
import { bpm } from '#tests/library/builders.ts'
import { DEFAULT_BPM, maxSliderTempo, parseBpm, parseGoalBpm, addBpmWithinLimits } from './tempo.ts'

test('[TE1] a goal is 40 to 208, a reached tempo 40 to 228', () => {
  expect([39, 40, 208, 209].map(parseGoalBpm)).toEqual([null, 40, 208, null])
  expect([39, 40, 209, 228, 229].map(parseBpm)).toEqual([null, 40, 209, 228, null])
})

test('[TE1] nothing else is a tempo', () => {
  const others = [120.5, NaN, Infinity, -120, 0, '120', null, undefined, 120n, [120], true]
  expect(
    others
      .map(parseGoalBpm)
      .concat(others.map(parseBpm))
      .filter(tempo => tempo !== null),
  ).toEqual([])
})

test('[TE1] the slider ends 20 bpm past the goal', () => {
  expect(maxSliderTempo({ endTempo: bpm(126), currentTempo: bpm(80) })).toBe(146)
  expect(maxSliderTempo({ endTempo: bpm(208), currentTempo: bpm(80) })).toBe(228)
  // The goal was lowered: the slider still reaches the current tempo.
  expect(maxSliderTempo({ endTempo: bpm(100), currentTempo: bpm(121) })).toBe(121)
  expect(maxSliderTempo({ endTempo: bpm(60), currentTempo: bpm(228) })).toBe(228)
})

test('[TE1] a step stops at both ends of the slider', () => {
  const fastest = bpm(146)
  expect(addBpmWithinLimits(bpm(120), 1, fastest)).toBe(121)
  expect(addBpmWithinLimits(bpm(120), -1, fastest)).toBe(119)
  expect(addBpmWithinLimits(bpm(145), 5, fastest)).toBe(146)
  expect(addBpmWithinLimits(bpm(146), 1, fastest)).toBe(146)
  expect(addBpmWithinLimits(bpm(40), -1, fastest)).toBe(40)
})

test('[MT2] the click begins with 120 bpm', () => {
  expect(DEFAULT_BPM).toBe(120)
})
