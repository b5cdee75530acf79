import { describe, expect, test } from 'vitest'
import type { Day } from '#core/library/day.ts'
import {
  pauseRoutine,
  continueRoutine,
  goToNextStep,
  goToPreviousStep,
  recordSavedTempo,
  currentPart,
} from '#core/practice/practice-session.ts'
import { aPracticePart, bpm, day, NOON, partId, practiceId } from '#tests/library/builders.ts'
import { INITIAL_PRACTICE_CLOCK, stopPracticeClock, recordClockActivity } from './step-times.ts'
import { createTimedSession } from './timed-session.ts'
import {
  updateRoutineTiming,
  findExtraPart,
  startTimedRoutine,
  addExtraPart,
  recordRoutineActivity,
  type RoutineWithTiming,
} from './timed-routine.ts'

const today = day('2026-11-20')
const MINUTE = 60_000
const parts = Array.from({ length: 6 }, (_, number) =>
  aPracticePart({
    id: partId(number),
    currentTempo: bpm(60),
    endTempo: bpm(120),
    lastPracticed: (today - 5 - number) as Day,
  }),
)

/** A routine of so many parts in so many minutes, with a clock that a test sets. */
function routineOf(count: number, minutes: number, from: number | null = null) {
  let now = NOON
  const session = createTimedSession({ parts: parts.slice(0, count), today, minutes })
  const begin = { session, minutes, lastPracticeDay: null, from: from === null ? null : partId(from) }
  let routine = startTimedRoutine(begin, now)
  /** Practices for so long, with a press every minute, and then does something. */
  function after(practiced: number, update: Parameters<typeof updateRoutineTiming>[1] | typeof goToNextStep) {
    const end = now + practiced * MINUTE
    let { timed } = routine
    for (let at = now + MINUTE; at <= end && routine.session.kind === 'step'; at += MINUTE)
      timed = timed && recordRoutineActivity(timed, at, false)
    routine = { session: routine.session, timed }
    now = end
    const next = typeof update === 'function' ? update(routine.session) : update
    routine = updateRoutineTiming(routine, next, now)
    return shown(routine)
  }
  const get = () => routine
  return { after, get, shown: () => shown(routine) }
}

/** The minutes of the steps from the current one on, or how the routine ended. */
function shown({ session, timed }: RoutineWithTiming) {
  if (session.kind !== 'step') return session.kind
  return session.queue
    .slice(session.index)
    .map(({ partId: id }) => timed?.blocks.find(block => block.partId === id)?.minutes)
}

describe('the time on the way', () => {
  test('[TS8] a routine that keeps to its times keeps its times', () => {
    const { after, shown } = routineOf(6, 45)
    expect(shown()).toEqual([8, 8, 8, 7, 7, 7])
    expect(after(8, goToNextStep)).toEqual([8, 8, 7, 7, 7])
    expect(after(8, goToNextStep)).toEqual([8, 7, 7, 7])
  })

  test('[TS8] what one part takes too long the others give, and what it leaves they get', () => {
    const { after } = routineOf(6, 45)
    expect(after(15, goToNextStep)).toEqual([6, 6, 6, 6, 6])
    expect(after(2, goToNextStep)).toEqual([7, 7, 7, 7])
  })

  test('[TS8] what would get less than two minutes falls off the end', () => {
    const { after } = routineOf(6, 45)
    expect(after(38, goToNextStep)).toEqual([3, 2, 2])
    expect(after(6, goToNextStep)).toBe('finished')
  })

  test('[TS8] what was saved stays where its step falls off', () => {
    const { after, get } = routineOf(3, 24)
    const save = (number: number) => (session: Parameters<typeof goToNextStep>[0]) => {
      const part = currentPart(session)
      if (part === null) throw new Error('no step')
      const saved = { practiceId: practiceId(number), tempo: bpm(90) }
      return recordSavedTempo(session, part, saved, { currentTempo: bpm(60), lastPracticed: null })
    }
    after(1, goToNextStep)
    after(1, save(1))
    after(0, goToPreviousStep)
    after(0, goToPreviousStep)
    expect(after(20, goToNextStep)).toEqual([2])
    const { session } = get()
    expect(session.kind === 'step' && session.gone.length).toBe(0)
    expect(after(2, goToNextStep)).toBe('finished')
    expect(get().session).toMatchObject({ queue: [{ saved: null }, { saved: { tempo: 90 } }] })
  })

  test('[TS8] Back and a jump leave the times as they are', () => {
    const { after } = routineOf(3, 24)
    expect(after(4, goToNextStep)).toEqual([10, 10])
    expect(after(4, goToPreviousStep)).toEqual([8, 10, 10])
  })

  test('[TS8] with much time for few parts the next round begins after the last step', () => {
    const { after, get } = routineOf(2, 45)
    expect(get().session).toMatchObject({ index: 0 })
    after(12, goToNextStep)
    expect(after(11, goToNextStep)).toEqual([11, 11])
    expect(get().session).toMatchObject({ kind: 'step', index: 0 })
    after(11, goToNextStep)
    expect(after(11, goToNextStep)).toBe('finished')
  })

  test('[TS8] a round that runs out of time loses its last steps', () => {
    const { after, get } = routineOf(2, 45)
    after(20, goToNextStep)
    expect(after(22, goToNextStep)).toEqual([3])
    expect(get().session).toMatchObject({ kind: 'step', index: 0, queue: [{ partId: partId(0) }] })
    expect(after(3, goToNextStep)).toBe('finished')
  })

  test('[TS8] a start in the middle shares all of the time', () => {
    expect(routineOf(4, 30, 2).shown()).toEqual([12, 12])
  })

  test('[TS8] the time away does not count', () => {
    const { after } = routineOf(4, 32)
    after(8, goToNextStep)
    after(4, pauseRoutine)
    expect(after(60, continueRoutine)).toEqual([8, 8, 8])
    expect(after(4, goToNextStep)).toEqual([8, 8])
  })

  test('[TS8] a routine without a time stays as it is', () => {
    const { session } = routineOf(3, 24).get()
    const next = goToNextStep(session)
    expect(updateRoutineTiming({ session, timed: null }, next, NOON)).toEqual({ session: next, timed: null })
  })
})

describe('one more', () => {
  const finishedAfter = (minutes: number) => {
    const { after, get } = routineOf(3, 24)
    after(minutes, goToNextStep)
    after(1, goToNextStep)
    after(1, goToNextStep)
    return get()
  }

  test('[TS8] from four minutes on the next part is offered, and becomes the last step', () => {
    expect(findExtraPart(finishedAfter(19), parts, today)).toBeNull()
    const routine = finishedAfter(16)
    const more = findExtraPart(routine, parts, today)
    expect(more).toEqual({ part: parts[3], minutes: 6 })
    if (more === null || routine.timed === null) throw new Error('nothing offered')
    const added = addExtraPart(routine.session, routine.timed, more)
    expect(added.session).toMatchObject({
      kind: 'step',
      index: 3,
      queue: [{}, {}, {}, { partId: partId(3) }],
    })
    expect(shown(added)).toEqual([6])
    expect(goToNextStep(added.session).kind).toBe('finished')
  })

  test('[TS8] nothing is offered without another part or without a time', () => {
    const routine = finishedAfter(10)
    expect(findExtraPart(routine, parts.slice(0, 3), today)).toBeNull()
    expect(findExtraPart({ ...routine, timed: null }, parts, today)).toBeNull()
  })
})

describe('the clock', () => {
  const counted = (stretch: number, isClicking: boolean) =>
    recordClockActivity(
      recordClockActivity(INITIAL_PRACTICE_CLOCK, NOON, isClicking),
      NOON + stretch * MINUTE,
      false,
    ).countedMs / MINUTE

  test('[TC1] a stretch between two signs of life counts at most 5 minutes, 20 while the click runs', () => {
    expect([0, 1, 5, 6, 600].map(stretch => counted(stretch, false))).toEqual([0, 1, 5, 5, 5])
    expect([0, 1, 5, 20, 600].map(stretch => counted(stretch, true))).toEqual([0, 1, 5, 20, 20])
  })

  test('[TC1] a clock that was set back counts nothing', () => {
    expect(counted(-60, false)).toBe(0)
  })

  test('[TC1] nothing counts while the routine is left', () => {
    const stopped = stopPracticeClock(recordClockActivity(INITIAL_PRACTICE_CLOCK, NOON, true), NOON + MINUTE)
    expect(stopped.countedMs).toBe(MINUTE)
    expect(recordClockActivity(stopped, NOON + 60 * MINUTE, false).countedMs).toBe(MINUTE)
  })
})
