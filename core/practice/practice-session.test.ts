import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aPracticePart, bpm, NOON, partId, practiceId } from '#tests/library/builders.ts'
import { createTrainerState } from './tempo-trainer.ts'
import {
  withSliderTempo,
  withTrainerState,
  currentPart,
  mayGoBack,
  goToNextStep as skip,
  INITIAL_PRACTICE_SESSION,
  goToPreviousStep,
  recordSavedTempo,
  startPracticeSession,
  tempoToSave,
  withoutDeletedParts,
  withSaveUndone,
  withUntouchedTemposRefreshed,
  sessionSummary,
  type PracticeSession,
  type SavedTempo,
} from './practice-session.ts'

const parts = (count: number) =>
  Array.from({ length: count }, (_, number) => aPracticePart({ id: partId(number), currentTempo: bpm(80) }))
const saved = (number: number, tempo = 90) => ({ practiceId: practiceId(number), tempo: bpm(tempo) })
const BEFORE = { currentTempo: bpm(80), lastPracticed: NOON }

/** Next pressed on the current step, or Skip where nothing is saved. */
function nextStep(session: PracticeSession, entry: SavedTempo | null): PracticeSession {
  const part = currentPart(session)
  return part === null || entry === null ? skip(session) : recordSavedTempo(session, part, entry, BEFORE)
}
const current = (session: PracticeSession) => currentPart(session)?.partId ?? session.kind
const steps = (session: PracticeSession) =>
  session.kind === 'overview' ? [] : session.queue.map(part => part.partId)
const without = (session: PracticeSession, ...missing: number[]) =>
  withoutDeletedParts(session, id => !missing.map(partId).includes(id))

/** The routine over some parts, at a step, with everything before saved. */
function atStep(step: number, count: number): PracticeSession {
  let session = startPracticeSession(parts(count))
  for (let done = 0; done < step; done++) session = nextStep(session, saved(done))
  return session
}

describe('the steps', () => {
  test('[SE2] overview, one step per part, finished', () => {
    let session = startPracticeSession(parts(2))
    expect(current(INITIAL_PRACTICE_SESSION)).toBe('overview')
    expect(current(session)).toBe(partId(0))
    session = nextStep(session, saved(0))
    expect(current(session)).toBe(partId(1))
    session = nextStep(session, saved(1))
    expect(current(session)).toBe('finished')
    expect(currentPart(session)).toBeNull()
  })

  test('[SE2] without parts it stays the overview', () => {
    expect(startPracticeSession([])).toBe(INITIAL_PRACTICE_SESSION)
  })

  test('[SE1] the order is that of the start, and what it shows of a part as well', () => {
    const mutable = parts(3)
    const session = startPracticeSession(mutable)
    mutable.reverse()
    expect(steps(session)).toEqual([partId(0), partId(1), partId(2)])
    expect(currentPart(session)).toMatchObject({ piece: 'Gigue', name: null, endTempo: 120, startTempo: 80 })
  })

  test('[SE1] a saved tempo does not change the order or the goal', () => {
    const before = startPracticeSession(parts(3))
    expect(steps(nextStep(before, saved(0, 228)))).toEqual(steps(before))
  })

  test('[SE2] back is not possible on the first step, in the overview and at the end', () => {
    expect([INITIAL_PRACTICE_SESSION, atStep(0, 2), atStep(2, 2)].map(mayGoBack)).toEqual([
      false,
      false,
      false,
    ])
    for (const session of [INITIAL_PRACTICE_SESSION, atStep(0, 2), atStep(2, 2)])
      expect(goToPreviousStep(session)).toBe(session)
  })

  test('[SE2] back goes to the part before and keeps what was saved', () => {
    const session = goToPreviousStep(atStep(1, 2))
    expect(mayGoBack(atStep(1, 2))).toBe(true)
    expect(currentPart(session)).toMatchObject({ partId: partId(0), saved: saved(0) })
  })

  test('[SE2] next keeps what was saved, for this part only', () => {
    const session = atStep(1, 3)
    expect(session).toMatchObject({ queue: [{ saved: saved(0) }, { saved: null }, { saved: null }] })
  })

  test('[SE2] skipping keeps what was saved for the part before', () => {
    const skipped = nextStep(goToPreviousStep(atStep(1, 2)), null)
    expect(skipped).toMatchObject({ kind: 'step', index: 1, queue: [{ saved: saved(0) }, { saved: null }] })
  })

  test('[SE8] every step keeps the tempo of its slider, forth and back', () => {
    const moved = withSliderTempo(atStep(0, 2), bpm(95))
    expect(currentPart(moved)).toMatchObject({ tempo: 95, startTempo: 80, saved: null })
    const next = nextStep(moved, null)
    expect(currentPart(next)?.tempo).toBe(80)
    expect(currentPart(goToPreviousStep(withSliderTempo(next, bpm(70))))?.tempo).toBe(95)
  })

  test('[SE8] outside a step there is no slider to move', () => {
    const end = atStep(2, 2)
    expect(withSliderTempo(INITIAL_PRACTICE_SESSION, bpm(95))).toBe(INITIAL_PRACTICE_SESSION)
    expect(withSliderTempo(end, bpm(95))).toBe(end)
  })

  test('[SE2] next leads nowhere from the overview and from the end', () => {
    expect(nextStep(INITIAL_PRACTICE_SESSION, saved(0))).toBe(INITIAL_PRACTICE_SESSION)
    const end = atStep(2, 2)
    expect(nextStep(end, saved(9))).toBe(end)
  })
})

describe('taking back and deleting', () => {
  test('[PX8] a part whose tempo is taken back is unpracticed again, the step stays', () => {
    const session = withSaveUndone(atStep(2, 3), practiceId(0))
    expect(session).toMatchObject({
      index: 2,
      queue: [{ saved: null }, { saved: saved(1) }, { saved: null }],
    })
    expect(withSaveUndone(INITIAL_PRACTICE_SESSION, practiceId(0))).toBe(INITIAL_PRACTICE_SESSION)
  })

  test('[PX8] also at the end, and also where its part is deleted', () => {
    expect(sessionSummary(withSaveUndone(atStep(2, 2), practiceId(1))).practiced).toBe(1)
    expect(sessionSummary(withSaveUndone(without(atStep(2, 2), 1), practiceId(1))).practiced).toBe(1)
  })

  test('[SE2] nothing is missing: it is the same session', () => {
    const session = atStep(1, 3)
    expect(without(session)).toBe(session)
    expect(without(INITIAL_PRACTICE_SESSION, 1)).toBe(INITIAL_PRACTICE_SESSION)
  })

  test('[SE2] a part ahead or behind loses its step, the current one stays', () => {
    const session = atStep(1, 4)
    expect(current(without(session, 3))).toBe(partId(1))
    expect(steps(without(session, 3))).toEqual([partId(0), partId(1), partId(2)])
    expect(current(without(session, 0))).toBe(partId(1))
    expect(without(session, 0)).toMatchObject({ index: 0 })
  })

  test('[SE2] the current part is deleted: on to the next one that is left', () => {
    expect(current(without(atStep(1, 4), 1))).toBe(partId(2))
    expect(current(without(atStep(1, 4), 1, 2))).toBe(partId(3))
    expect(current(without(atStep(1, 3), 1, 2))).toBe('finished')
  })

  test('[SE2] what was saved counts although its part is deleted, but back passes it by', () => {
    const session = without(atStep(2, 3), 1)
    expect(current(session)).toBe(partId(2))
    expect(current(goToPreviousStep(session))).toBe(partId(0))
    expect(sessionSummary(session)).toMatchObject({ practiced: 2, gained: 20 })
  })

  test('[SE2] everything is deleted: the overview, or the end where something was saved', () => {
    expect(without(atStep(0, 2), 0, 1)).toBe(INITIAL_PRACTICE_SESSION)
    const end = without(atStep(1, 2), 0, 1)
    expect(end.kind).toBe('finished')
    expect(sessionSummary(end).practiced).toBe(1)
    expect(without(atStep(2, 2), 0, 1).kind).toBe('finished')
  })
})

describe('the harvest', () => {
  test('[PX10] bpm gained, parts practiced, parts held', () => {
    let session = startPracticeSession(parts(5))
    // 12 and 3 bpm gained, one held, one slower, one skipped.
    for (const [number, tempo] of [92, 83, 80, 70].entries())
      session = nextStep(session, saved(number, tempo))
    session = nextStep(session, null)
    expect(sessionSummary(session)).toEqual({ gained: 15, practiced: 4, held: 2 })
  })

  test('[PX10] nothing practiced, nothing gained', () => {
    expect(sessionSummary(INITIAL_PRACTICE_SESSION)).toEqual({ gained: 0, practiced: 0, held: 0 })
    expect(sessionSummary(startPracticeSession(parts(3)))).toEqual({ gained: 0, practiced: 0, held: 0 })
  })
})

test('[SE1][SE2][PX8] whatever is pressed: a step has a part, the order stays, what was saved counts', () => {
  const press = fc.oneof(
    fc.record({ kind: fc.constant('next'), tempo: fc.integer({ min: 40, max: 228 }) }),
    fc.constantFrom({ kind: 'skip' } as const, { kind: 'back' } as const),
    fc.record({ kind: fc.constant('undo'), entry: fc.nat(20) }),
    fc.record({ kind: fc.constant('delete'), part: fc.nat(6) }),
  )
  type Press = { kind: string; tempo?: number; entry?: number; part?: number }
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 7 }),
      fc.array<Press>(press, { maxLength: 40 }),
      (count, presses) => {
        let session = startPracticeSession(parts(count))
        const order = steps(session)
        const standing = new Map<string, string>()
        const missing: number[] = []
        let entries = 0
        for (const { kind, tempo, entry, part } of presses) {
          const on = currentPart(session)
          if (kind === 'next' && on !== null) standing.set(on.partId, practiceId(entries))
          if (kind === 'next') session = nextStep(session, saved(entries++, tempo))
          if (kind === 'skip') session = nextStep(session, null)
          if (kind === 'back') session = goToPreviousStep(session)
          if (entry !== undefined) {
            session = withSaveUndone(session, practiceId(entry))
            for (const [id, at] of standing) if (at === practiceId(entry)) standing.delete(id)
          }
          if (part !== undefined)
            session = without(session, ...missing, missing[missing.push(part) - 1] ?? part)

          expect(session.kind === 'step').toBe(currentPart(session) !== null)
          expect(steps(session)).toEqual(order.filter(id => steps(session).includes(id)))
          expect(steps(session).some(id => missing.map(partId).includes(id))).toBe(false)
          expect(sessionSummary(session).practiced).toBe(standing.size)
        }
      },
    ),
  )
})

describe('tempos that change elsewhere', () => {
  const elsewhere = (session: PracticeSession) => withUntouchedTemposRefreshed(session, () => bpm(100))

  test('[SE8] an untouched part takes the tempo of now, and gains count from there', () => {
    const session = elsewhere(startPracticeSession(parts(2)))
    expect(currentPart(session)).toMatchObject({ tempo: 100, startTempo: 100 })
    expect(sessionSummary(nextStep(session, saved(0, 104))).gained).toBe(4)
  })

  test('[SE8] a slider that was moved and a part that was saved stay as they are', () => {
    const moved = withSliderTempo(startPracticeSession(parts(1)), bpm(90))
    expect(elsewhere(moved)).toBe(moved)
    const done = goToPreviousStep(nextStep(startPracticeSession(parts(2)), saved(0, 80)))
    expect(currentPart(elsewhere(done))).toMatchObject({ tempo: 80, startTempo: 80 })
  })

  test('[SE8] where nothing changed, or nothing is known of a part, the routine is the same one', () => {
    const session = startPracticeSession(parts(2))
    expect(withUntouchedTemposRefreshed(session, () => bpm(80))).toBe(session)
    expect(withUntouchedTemposRefreshed(session, () => null)).toBe(session)
    expect(withUntouchedTemposRefreshed(INITIAL_PRACTICE_SESSION, () => bpm(100))).toBe(
      INITIAL_PRACTICE_SESSION,
    )
  })
})

test('[TR4] a climb moves the slider, and Next saves what it offers; without one, what the slider shows', () => {
  const clean = { ...createTrainerState(bpm(80), bpm(120)), tempo: bpm(92), confirmed: bpm(88) }
  const session = withTrainerState(startPracticeSession(parts(2)), clean)
  const part = currentPart(session)
  expect(part).toMatchObject({ tempo: 92, startTempo: 80 })
  expect(part && tempoToSave(part, true)).toBe(88)
  expect(part && tempoToSave(part, false)).toBe(92)
  const next = currentPart(nextStep(session, saved(0, 88)))
  expect(next && tempoToSave(next, true)).toBe(80)
  expect(withTrainerState(INITIAL_PRACTICE_SESSION, clean)).toBe(INITIAL_PRACTICE_SESSION)
})
