import { expect, test } from 'vitest'
import { nextStep, startedSession, atTempo, OVERVIEW, currentPart, previousStep } from '#core/session.ts'
import {
  aLibrary,
  aPart,
  aPiece,
  aPractice,
  aPracticePart,
  bpm,
  NOON,
  partId,
  practiceId,
} from '#tests/builders.ts'
import { asInLibrary } from './routine.ts'

const parts = [1, 2, 3].map(number => aPracticePart({ id: partId(number), name: `part ${number}` }))
const rows = [1, 2, 3].map(number => aPart({ id: partId(number), name: `part ${number}` }))
const saved = { practiceId: practiceId(1), tempo: bpm(90) }

test('[PX8] a routine stays as it is while all its parts live and nothing is taken back', () => {
  const session = nextStep(startedSession(parts), saved)
  const library = aLibrary({ pieces: [aPiece()], parts: rows, practice: [aPractice()] })
  expect(asInLibrary(session, library)).toEqual(session)
  expect(asInLibrary(OVERVIEW, library)).toBe(OVERVIEW)
})

test('[PX8] an entry that was taken back makes its step unsaved and moves nothing', () => {
  const session = nextStep(startedSession(parts), saved)
  const practice = [aPractice({ retractedAt: NOON })]
  const shown = asInLibrary(session, aLibrary({ pieces: [aPiece()], parts: rows, practice }))
  expect(shown).toMatchObject({ kind: 'step', index: 1 })
  expect(shown.kind === 'step' && shown.queue[0]?.saved).toBe(null)
})

test('[PX8] the step of a deleted part gives way to the next one', () => {
  const gone = rows.map((row, at) => (at === 0 ? { ...row, deletedAt: NOON } : row))
  const shown = asInLibrary(startedSession(parts), aLibrary({ pieces: [aPiece()], parts: gone }))
  expect(currentPart(shown)?.name).toBe('part 2')
})

test('[PX8] of a deleted piece no step is left', () => {
  const library = aLibrary({ pieces: [aPiece({ deletedAt: NOON })], parts: rows })
  expect(asInLibrary(startedSession(parts), library)).toEqual(OVERVIEW)
})

test('[SE8] a step shows the tempo it was left with, also after going on and back', () => {
  const first = startedSession(parts)
  expect(currentPart(first)?.tempo).toBe(80)
  const on = nextStep(atTempo(first, bpm(91)), null)
  expect(currentPart(on)?.tempo).toBe(80)
  expect(currentPart(previousStep(on))?.tempo).toBe(91)
  expect(atTempo(OVERVIEW, bpm(91))).toBe(OVERVIEW)
})
