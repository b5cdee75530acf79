import { expect, test } from 'vitest'
import { nextStep, startedSession } from '#core/session.ts'
import { aPracticePart, bpm, partId, practiceId } from '#tests/builders.ts'
import { gainsOf, signedGain } from './gains.ts'

test('[PX10] the practiced parts are listed with the way they went, skipped ones are not', () => {
  const parts = [aPracticePart({ id: partId(1), name: 'Giga' }), aPracticePart({ id: partId(2) })]
  const after = nextStep(startedSession(parts), { practiceId: practiceId(1), tempo: bpm(86) })
  const finished = nextStep(after, null)
  expect(finished.kind === 'finished' && gainsOf(finished)).toEqual([
    { partId: partId(1), piece: 'Gigue', name: 'Giga', from: 80, to: 86, goal: 120 },
  ])
})

test('[PX10] a gain has its sign, a held tempo is none', () => {
  const gain = { partId: partId(), piece: 'Gigue', name: null, from: bpm(80), goal: bpm(120) }
  expect(signedGain({ ...gain, to: bpm(86) })).toBe('+6')
  expect(signedGain({ ...gain, to: bpm(77) })).toBe('−3')
  expect(signedGain({ ...gain, to: bpm(80) })).toBe(null)
})
