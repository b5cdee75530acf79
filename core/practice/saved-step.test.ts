import { describe, expect, test } from 'vitest'
import { aPracticePart, bpm, NOON, partId, practiceId } from '#tests/library/builders.ts'
import { createTrainerState } from './tempo-trainer.ts'
import {
  goToStep,
  withSliderTempo,
  withTrainerState,
  currentPart,
  lastSavedPart,
  goToNextStep,
  INITIAL_PRACTICE_SESSION,
  goToPreviousStep,
  recordSavedTempo,
  startPracticeSession,
  withoutDeletedParts,
  withSaveUndone,
  withUntouchedTemposRefreshed,
  sessionSummary,
  type PracticeSession,
} from './practice-session.ts'

const BEFORE = { currentTempo: bpm(80), lastPracticed: NOON }

const parts = (count: number) =>
  Array.from({ length: count }, (_, number) => aPracticePart({ id: partId(number), currentTempo: bpm(80) }))
const saved = (number: number) => ({ practiceId: practiceId(number), tempo: bpm(90) })
const without = (session: PracticeSession, ...missing: number[]) =>
  withoutDeletedParts(session, id => !missing.map(partId).includes(id))

/** The routine over some parts, at a step, with everything before saved. */
function atStep(step: number, count: number): PracticeSession {
  let session = startPracticeSession(parts(count))
  for (let done = 0; done < step; done++) {
    const part = currentPart(session)
    if (part !== null) session = recordSavedTempo(session, part, saved(done), BEFORE)
  }
  return session
}

describe('while a tempo is being saved', () => {
  const at1 = atStep(1, 3)
  const pressed = currentPart(at1)
  const credited = (session: PracticeSession) =>
    pressed === null ? session : recordSavedTempo(session, pressed, saved(1), BEFORE)

  test('[SE2] Back or Skip is pressed: the part that was on the stand gets the tempo, and nobody is moved', () => {
    expect(credited(goToPreviousStep(at1))).toMatchObject({
      index: 0,
      queue: [{ saved: saved(0) }, { saved: saved(1) }, { saved: null }],
    })
    expect(credited(goToNextStep(at1))).toMatchObject({
      index: 2,
      queue: [{ saved: saved(0) }, { saved: saved(1) }, { saved: null }],
    })
    expect(credited(goToNextStep(goToNextStep(at1)))).toMatchObject({
      kind: 'finished',
      queue: [{}, { saved: saved(1) }, {}],
    })
  })

  test('[SE2] its part is deleted on another device: the next part is not credited, what it brought counts', () => {
    const session = credited(without(at1, 1))
    expect(session).toMatchObject({ index: 1, queue: [{ saved: saved(0) }, { saved: null }] })
    expect(currentPart(session)?.partId).toBe(partId(2))
    expect(sessionSummary(session).practiced).toBe(2)
  })

  test('[SE2] a part that was saved before and deleted meanwhile counts once', () => {
    const again = credited(without(goToPreviousStep(atStep(2, 3)), 1))
    expect(sessionSummary(again).practiced).toBe(2)
  })

  test('[SE2] the routine is left: it stays left', () => {
    expect(credited(INITIAL_PRACTICE_SESSION)).toBe(INITIAL_PRACTICE_SESSION)
  })
})

describe('going to a place', () => {
  test('[SE14] the step of a part, or the end, from wherever in the routine; what was saved stays', () => {
    const end = atStep(3, 3)
    const back = goToStep(end, partId(1))
    expect(back).toMatchObject({ kind: 'step', index: 1, queue: [{ saved: saved(0) }, {}, {}], undo: null })
    expect(back && goToStep(back, 'finished')).toMatchObject({ kind: 'finished', queue: [{}, {}, {}] })
  })

  test('[SE14] there is no way to a part that the routine has not, and none without a routine', () => {
    expect(goToStep(atStep(1, 3), partId(7))).toBe(null)
    expect(goToStep(INITIAL_PRACTICE_SESSION, partId(1))).toBe(null)
    expect(goToStep(INITIAL_PRACTICE_SESSION, 'finished')).toBe(null)
  })
})

describe('what can be taken back', () => {
  const undo = { practiceId: practiceId(1), before: BEFORE }

  test('[PX8] the last press saved: the entry, and what its part had before', () => {
    expect(atStep(2, 3)).toMatchObject({ kind: 'step', undo })
    expect(atStep(2, 2)).toMatchObject({ kind: 'finished', undo })
    expect(lastSavedPart(atStep(2, 3))?.part.partId).toBe(partId(1))
  })

  test('[PX8] a deletion elsewhere and tempos of now are no press', () => {
    expect(without(atStep(2, 4), 3)).toMatchObject({ undo })
    expect(without(atStep(2, 3), 2)).toMatchObject({ kind: 'finished', undo })
    expect(withUntouchedTemposRefreshed(atStep(2, 3), () => bpm(100))).toMatchObject({ undo })
  })

  test('[PX8] every other press forgets it, and so does taking it back', () => {
    const session = atStep(2, 3)
    const trainer = createTrainerState(bpm(80), bpm(120))
    for (const after of [
      startPracticeSession(parts(2)),
      goToNextStep(session),
      goToPreviousStep(session),
      withSliderTempo(session, bpm(90)),
      withTrainerState(session, trainer),
      withSaveUndone(session, practiceId(1)),
    ])
      expect(after).toMatchObject({ undo: null })
    expect(withSaveUndone(session, practiceId(0))).toMatchObject({ undo })
  })
})
