import { expect, test } from 'vitest'
import { bpm, partId } from '#tests/library/builders.ts'
import { formatTempoGain } from './routine-summary.tsx'

test('[PX10] a gain has its sign, a held tempo is none', () => {
  const gain = { partId: partId(), piece: 'Gigue', name: null, from: bpm(80), goal: bpm(120) }
  expect(formatTempoGain({ ...gain, to: bpm(86) })).toBe('+6')
  expect(formatTempoGain({ ...gain, to: bpm(77) })).toBe('−3')
  expect(formatTempoGain({ ...gain, to: bpm(80) })).toBe(null)
})
