import { describe, expect, test } from 'vitest'
import { aPracticePart, bpm, NOON, partId, practiceId } from '#tests/library/builders.ts'
import {
  continueRoutine,
  currentPart,
  pauseRoutine,
  goToNextStep,
  recordSavedTempo,
  INITIAL_PRACTICE_SESSION,
  startPracticeSession,
  withUntouchedTemposRefreshed,
  withoutDeletedParts,
  withSaveUndone,
  withSliderTempo,
  sessionSummary,
  type PracticeSession,
} from './practice-session.ts'

const parts = [0, 1, 2, 3].map(number => aPracticePart({ id: partId(number), currentTempo: bpm(80) }))
const isDone = (...numbers: number[]) => {
  const done = numbers.map(partId)
  return ({ id }: { id: ReturnType<typeof partId> }) => done.includes(id)
}
const saved = { practiceId: practiceId(1), tempo: bpm(90) }
const BEFORE = { currentTempo: bpm(80), lastPracticed: NOON }
const start = startPracticeSession(parts)
const save = (session: PracticeSession) => {
  const part = currentPart(session)
  return part === null ? session : recordSavedTempo(session, part, saved, BEFORE)
}
const steps = (session: PracticeSession) =>
  session.kind === 'overview' ? [] : session.queue.map(part => part.partId)
const left = pauseRoutine(save(start))

describe('where a routine starts', () => {
  test('[SE15] at the first part not practiced today, with the others behind', () => {
    const session = startPracticeSession(parts, { kind: 'open' }, isDone(0, 2))
    expect(session).toMatchObject({ kind: 'step', index: 2 })
    expect(steps(session)).toEqual([0, 2, 1, 3].map(partId))
  })

  test('[SE15] at the top when all were practiced, and when it starts over', () => {
    for (const session of [
      startPracticeSession(parts, { kind: 'open' }, () => true),
      startPracticeSession(parts, { kind: 'top' }, isDone(0)),
    ])
      expect(session).toEqual(start)
  })

  test('[SE15] at a part: those not practiced today that stand below it follow', () => {
    const at2 = startPracticeSession(parts, { kind: 'part', id: partId(2) }, isDone(0))
    expect(at2).toMatchObject({ index: 2 })
    expect(steps(at2)).toEqual([0, 1, 2, 3].map(partId))
    const again = startPracticeSession(parts, { kind: 'part', id: partId(1) }, isDone(0, 1, 3))
    expect(steps(again)).toEqual([0, 3, 1, 2].map(partId))
    expect(currentPart(again)?.partId).toBe(partId(1))
  })

  test('[SE15] at a part that is gone it starts as without one', () => {
    const session = startPracticeSession(parts, { kind: 'part', id: partId(9) }, isDone(0))
    expect(currentPart(session)?.partId).toBe(partId(1))
  })
})

describe('a routine that was left', () => {
  test('[SE14] goes on at its step, with what was saved and where its slider stood', () => {
    const moved = withSliderTempo(save(start), bpm(85))
    expect(continueRoutine(pauseRoutine(moved))).toEqual(moved)
    expect(sessionSummary(pauseRoutine(moved))).toEqual({ gained: 10, practiced: 1, held: 0 })
  })

  test('[SE14] leaves nothing to continue where nothing was done, or at its end', () => {
    expect(pauseRoutine(start)).toBe(INITIAL_PRACTICE_SESSION)
    expect(pauseRoutine(goToNextStep(startPracticeSession(parts.slice(0, 1))))).toBe(INITIAL_PRACTICE_SESSION)
    expect(continueRoutine(INITIAL_PRACTICE_SESSION)).toBe(INITIAL_PRACTICE_SESSION)
    expect(pauseRoutine(left)).toBe(left)
  })

  test('[SE14] loses the step of a part that is deleted, and is over when none follows', () => {
    const without = (...gone: number[]) => withoutDeletedParts(left, id => !gone.map(partId).includes(id))
    expect(without(0)).toMatchObject({ left: { index: 0, gone: [{ partId: partId(0) }] } })
    expect(without(1)).toMatchObject({ left: { index: 1, queue: [{}, { partId: partId(2) }, {}] } })
    expect(without(1, 2, 3)).toBe(INITIAL_PRACTICE_SESSION)
    expect(without(9)).toBe(left)
    expect(withoutDeletedParts(INITIAL_PRACTICE_SESSION, () => false)).toBe(INITIAL_PRACTICE_SESSION)
  })

  test('[SE14] takes the tempos of now, and what is taken back counts no more', () => {
    expect(withUntouchedTemposRefreshed(left, () => bpm(100))).toMatchObject({
      left: { queue: [{ saved }, { tempo: 100 }, { tempo: 100 }, { tempo: 100 }] },
    })
    expect(sessionSummary(withSaveUndone(left, practiceId(1))).practiced).toBe(0)
  })

  test('[SE2][SE14] is credited with a tempo that was still being stored, and stays where it is', () => {
    const second = currentPart(save(start))
    if (second === null) throw new Error('no second step')
    const credited = recordSavedTempo(left, second, { ...saved, practiceId: practiceId(2) }, BEFORE)
    expect(credited).toMatchObject({ kind: 'overview', left: { index: 1 } })
    expect(sessionSummary(credited).practiced).toBe(2)
  })
})
