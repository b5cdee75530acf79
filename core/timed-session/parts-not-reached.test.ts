import { describe, expect, test } from 'vitest'
import type { Day } from '#core/library/day.ts'
import {
  pauseRoutine,
  goToNextStep,
  recordSavedTempo,
  currentPart,
  type PracticeSession,
} from '#core/practice/practice-session.ts'
import { aPracticePart, bpm, day, NOON, partId, practiceId } from '#tests/library/builders.ts'
import {
  findPartsNotReached,
  updateRoutineTiming,
  startTimedRoutine,
  recordRoutineActivity,
  type RoutineWithTiming,
} from './timed-routine.ts'
import { createTimedSession } from './timed-session.ts'

const today = day('2026-11-20')
const parts = Array.from({ length: 6 }, (_, number) =>
  aPracticePart({
    id: partId(number),
    currentTempo: bpm(60),
    endTempo: bpm(120),
    lastPracticed: (today - 9 + number) as Day,
  }),
)
const [, , third, fourth, fifth, sixth] = parts.map(({ id }) => id)

const started = (minutes = 45) =>
  startTimedRoutine(
    { session: createTimedSession({ parts, today, minutes }), minutes, lastPracticeDay: null, from: null },
    NOON,
  )

/** Saves what the current step shows, this many minutes after it began, and goes on. */
function saved(routine: RoutineWithTiming, at: number): RoutineWithTiming {
  const part = currentPart(routine.session)
  if (part === null) throw new Error('no step')
  const save = (session: PracticeSession) =>
    recordSavedTempo(
      session,
      part,
      { practiceId: practiceId(1), tempo: bpm(70) },
      { currentTempo: bpm(60), lastPracticed: null },
    )
  return updateRoutineTiming(routine, save(routine.session), at)
}

function notReached({ session, timed }: RoutineWithTiming, living = parts) {
  const overview = pauseRoutine(session)
  if (overview.kind !== 'overview' || overview.left === null || timed === null) throw new Error('not left')
  return findPartsNotReached(overview.left, timed, living, today).map(({ id }) => id)
}

describe('what a timed session did not reach', () => {
  test('[TS8] the steps after the one at which it was left', () => {
    expect(notReached(saved(started(), NOON))).toEqual([third, fourth, fifth, sixth])
  })

  test('[TS8] what was skipped was reached', () => {
    const { session, timed } = saved(started(), NOON)
    expect(notReached(updateRoutineTiming({ session, timed }, goToNextStep(session), NOON))).toEqual([
      fourth,
      fifth,
      sixth,
    ])
  })

  test('[TS8] what fell off the end because the first part took long, in practice order', () => {
    const begun = started()
    let { timed } = begun
    for (let minute = 1; minute <= 38; minute += 1)
      timed = timed && recordRoutineActivity(timed, NOON + minute * 60_000, false)
    const late = saved({ session: begun.session, timed }, NOON + 38 * 60_000)
    expect(late.session).toMatchObject({ queue: { length: 4 } })
    expect(notReached(late)).toEqual([third, fourth, fifth, sixth])
  })

  test('[TS8] without what was deleted, put on hold or practiced outside the session', () => {
    const routine = saved(started(), NOON)
    const living = parts
      .filter(({ id }) => id !== fourth)
      .map(part => (part.id === fifth ? { ...part, lastPracticed: today } : part))
    expect(notReached(routine, living)).toEqual([third, sixth])
  })

  test('[TS8] parts that were not in the session were not missed', () => {
    expect(notReached(saved(started(20), NOON))).toEqual([third])
  })

  test('[TS8] nothing, where it was left at the last step', () => {
    let routine = started()
    for (let step = 1; step < 6; step += 1) routine = saved(routine, NOON)
    expect(notReached(routine)).toEqual([])
  })
})
