import { expect, test } from 'vitest'
import {
  currentPart,
  goToNextStep,
  recordSavedTempo,
  startPracticeSession,
} from '#core/practice/practice-session.ts'
import { aPracticePart, bpm, partId, practiceId } from '#tests/library/builders.ts'
import { tempoGains, formatTempoGain } from './tempo-gains.ts'

test('[PX10] the practiced parts are listed with the way they went, skipped ones are not', () => {
  const parts = [aPracticePart({ id: partId(1), name: 'Giga' }), aPracticePart({ id: partId(2) })]
  const session = startPracticeSession(parts)
  const part = currentPart(session)
  if (part === null) throw new Error('no step')
  const before = { currentTempo: bpm(80), lastPracticed: null }
  const after = recordSavedTempo(session, part, { practiceId: practiceId(1), tempo: bpm(86) }, before)
  const finished = goToNextStep(after)
  expect(finished.kind === 'finished' && tempoGains(finished)).toEqual([
    { partId: partId(1), piece: 'Gigue', name: 'Giga', from: 80, to: 86, goal: 120 },
  ])
})

test('[PX10] a gain has its sign, a held tempo is none', () => {
  const gain = { partId: partId(), piece: 'Gigue', name: null, from: bpm(80), goal: bpm(120) }
  expect(formatTempoGain({ ...gain, to: bpm(86) })).toBe('+6')
  expect(formatTempoGain({ ...gain, to: bpm(77) })).toBe('−3')
  expect(formatTempoGain({ ...gain, to: bpm(80) })).toBe(null)
})
