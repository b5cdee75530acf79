import { describe, expect, test } from 'vitest'
import type { Day } from '#core/library/day.ts'
import type { RunThroughId } from '#core/library/piece.ts'
import {
  findExtraPart,
  findPartsNotReached,
  createRunThroughEntryIntentions,
} from '#core/timed-session/timed-routine.ts'
import { planTimedSession } from '#core/timed-session/timed-session.ts'
import {
  aLibrary,
  aPart,
  aPiece,
  aPracticePart,
  bpm,
  day,
  NOON,
  partId,
  pieceId,
  practiceId,
} from '#tests/library/builders.ts'
import {
  currentPart,
  createIdleRoutine,
  routinePracticedMs,
  secondsToSave,
  routineViewKind,
  currentStepPracticedMs,
  type Routine,
} from './routine.ts'
import { reduceRoutine, type RoutineEvent } from './routine-reducer.ts'

const today = day('2026-11-20')
const MINUTE = 60_000
const BEFORE = { currentTempo: bpm(60), lastPracticed: null }
const entry = practiceId(1)

const parts = Array.from({ length: 6 }, (_, number) =>
  aPracticePart({
    id: partId(number),
    currentTempo: bpm(60),
    endTempo: bpm(120),
    lastPracticed: (today - 5 - number) as Day,
  }),
)

function startRoutine(start: RoutineEvent) {
  let at = NOON
  let routine = reduceRoutine(createIdleRoutine(at), start, at)
  const press = (event: RoutineEvent) => void (routine = reduceRoutine(routine, event, at))
  return {
    /** Sends an activity every minute, because longer stretches without one count only in part (TC1). */
    after: (minutes: number, event: RoutineEvent) => {
      const end = at + minutes * MINUTE
      while (at + MINUTE <= end) {
        at += MINUTE
        press({ kind: 'activity', isClicking: false })
      }
      at = end
      press(event)
      return minutesOf(routine)
    },
    wait: (minutes: number) => void (at += minutes * MINUTE),
    press,
    save(number: number) {
      const part = currentPart(routine)
      if (part === null) throw new Error('no step')
      const entry = { practiceId: practiceId(number), tempo: bpm(90), before: BEFORE, details: {} }
      press({ kind: 'saved', part, entry })
      return minutesOf(routine)
    },
    seconds: (part = 0) => secondsToSave(routine, partId(part), at),
    minutes: () => minutesOf(routine),
    get: () => routine,
    now: () => at,
  }
}

function minutesOf(routine: Routine) {
  if (routineViewKind(routine) !== 'step') return routineViewKind(routine)
  return routine.queue
    .slice(routine.index)
    .map(({ partId: id }) => routine.timed?.blocks.find(block => block.partId === id)?.minutes)
}

const timed = (count: number, minutes: number, from: number | null = null) =>
  startRoutine({
    kind: 'start-timed',
    plan: planTimedSession({ parts: parts.slice(0, count), today, minutes }),
    minutes,
    lastPracticeDay: null,
    from: from === null ? null : partId(from),
  })
const untimed = () => startRoutine({ kind: 'start', parts: parts.slice(0, 2), from: { kind: 'top' }, today })

const SKIP: RoutineEvent = { kind: 'skip' }
const BACK: RoutineEvent = { kind: 'back' }
const LEAVE: RoutineEvent = { kind: 'leave' }
const activity = (isClicking = false): RoutineEvent => ({ kind: 'activity', isClicking })

describe('the clock', () => {
  test.each([
    [false, [0, 1, 5, 5, 5]],
    [true, [0, 1, 5, 20, 20]],
  ])(
    '[TC1] a stretch between two signs of life counts at most 5 minutes, 20 while the click runs: %s',
    (isClicking, counted) => {
      const routine = reduceRoutine(untimed().get(), activity(isClicking), NOON)
      expect(
        [0, 1, 5, 20, 600].map(minutes => routinePracticedMs(routine, NOON + minutes * MINUTE) / MINUTE),
      ).toEqual(counted)
      expect(routinePracticedMs(routine, NOON - MINUTE)).toBe(0)
    },
  )

  test('[TC1] the time between leaving a routine and coming back does not count', () => {
    const routine = untimed()
    routine.after(3, SKIP)
    routine.after(1, LEAVE)
    routine.wait(60)
    routine.press({ kind: 'continue' })
    routine.wait(2)
    expect(routine.seconds(1)).toBe(3 * 60)
  })

  test('[TC1] an entry takes the time of its part, of all visits since it was saved last', () => {
    const routine = untimed()
    routine.after(2, SKIP)
    routine.after(1, BACK)
    routine.wait(2)
    expect(routine.seconds()).toBe(4 * 60)
    routine.save(1)
    expect(routine.seconds()).toBeNull()
    routine.wait(1)
    expect(routine.seconds(1)).toBe(2 * 60)
    routine.press(BACK)
    routine.wait(1)
    expect(routine.seconds()).toBe(60)
  })

  test('[TC1] the time of an entry that is undone counts for the next one', () => {
    const routine = untimed()
    routine.wait(4)
    routine.save(1)
    routine.press(BACK)
    routine.after(2, SKIP)
    const library = aLibrary({
      pieces: [aPiece()],
      parts: [0, 1].map(number => aPart({ id: partId(number), currentTempo: bpm(60) })),
    })
    routine.press({ kind: 'library', library, retracted: new Set([entry]) })
    routine.press(BACK)
    routine.wait(1)
    expect(routine.seconds()).toBe(7 * 60)
  })
})

test('[TC1] a step counts at most an hour', () => {
  const routine = untimed()
  for (let stretch = 0; stretch < 4; stretch += 1) {
    routine.press(activity(true))
    routine.wait(20)
  }
  expect(routine.seconds()).toBe(3600)
})

describe('the time of a timed routine', () => {
  test('[TS8] times that are kept stay; what one part takes too long the others lose, and what it leaves over they get', () => {
    const { after, minutes } = timed(6, 45)
    expect(minutes()).toEqual([8, 8, 8, 7, 7, 7])
    expect(after(8, SKIP)).toEqual([8, 8, 7, 7, 7])
    expect(after(15, SKIP)).toEqual([6, 6, 5, 5])
    expect(after(2, SKIP)).toEqual([7, 7, 6])
  })

  test('[TS8] what would get less than two minutes falls off the end, and what was saved there stays', () => {
    const { after } = timed(6, 45)
    expect(after(38, SKIP)).toEqual([3, 2, 2])
    expect(after(6, SKIP)).toBe('finished')
    const routine = timed(3, 24)
    routine.after(1, SKIP)
    routine.wait(1)
    routine.save(1)
    routine.press(BACK)
    routine.press(BACK)
    expect(routine.after(20, SKIP)).toEqual([2])
    expect(routine.get().gone).toEqual([])
    expect(routine.after(2, SKIP)).toBe('finished')
    expect(routine.get()).toMatchObject({ queue: [{ saved: null }, { saved: { tempo: 90 } }] })
  })

  test('[TS8] Back and a jump leave the times as they are; Next shares them', () => {
    const { after } = timed(3, 24)
    expect(after(4, SKIP)).toEqual([10, 10])
    expect(after(4, BACK)).toEqual([8, 10, 10])
    expect(after(0, { kind: 'jump', part: partId(2) })).toEqual([10])
    const routine = timed(3, 24)
    routine.wait(4)
    expect(routine.save(1)).toEqual([10, 10])
  })

  test('[TS8] with much time for few parts the next round begins after the last step, and its time counts at once', () => {
    const { after, get, wait, now } = timed(2, 45)
    expect(get().index).toBe(0)
    after(12, SKIP)
    expect(after(11, SKIP)).toEqual([11, 11])
    expect(get().index).toBe(0)
    wait(2)
    expect(currentStepPracticedMs(get(), now())).toBe(2 * MINUTE)
    after(9, SKIP)
    expect(after(11, SKIP)).toBe('finished')
  })

  test('[TS8] a start in the middle shares all of the time', () => {
    expect(timed(4, 30, 2).minutes()).toEqual([12, 12])
  })

  test('[TS8] from four minutes on the next part is offered, and becomes the last step', () => {
    const finished = (minutes: number) => {
      const routine = timed(3, 24)
      for (const each of [minutes, 1, 1]) routine.after(each, SKIP)
      return routine
    }
    expect(findExtraPart(finished(19).get(), parts, today)).toBeNull()
    const routine = finished(16)
    const more = findExtraPart(routine.get(), parts, today)
    expect(more).toEqual({ part: parts[3], minutes: 6 })
    if (more === null) throw new Error('nothing offered')
    routine.press({ kind: 'one-more', ...more })
    expect(routine.get()).toMatchObject({ index: 3, queue: [{}, {}, {}, { partId: partId(3) }] })
    expect(routine.minutes()).toEqual([6])
    expect(routine.after(1, SKIP)).toBe('finished')
    const early = finished(10).get()
    expect(findExtraPart(early, parts.slice(0, 3), today)).toBeNull()
    // Nor is a part that was saved and is no longer in the steps, for example because it is on hold.
    expect(findExtraPart({ ...early, queue: [], gone: early.queue }, parts.slice(0, 3), today)).toBeNull()
  })
})

describe('what a timed session did not reach', () => {
  const ids = (...numbers: number[]) => numbers.map(partId)
  const notReached = (routine: Routine, living = parts) =>
    findPartsNotReached(reduceRoutine(routine, LEAVE, NOON), living, today).map(({ id }) => id)

  test('[TS8] the steps after the one at which it was left, without what was deleted or practiced outside the session, or was not in it', () => {
    const routine = timed(6, 45)
    routine.save(1)
    const living = parts
      .filter((_, number) => number !== 3)
      .map(part => (part.id === partId(4) ? { ...part, lastPracticed: today } : part))
    expect(notReached(routine.get(), living)).toEqual(ids(2, 5))
    const short = timed(6, 20)
    short.save(1)
    expect(notReached(short.get())).toEqual(ids(2))
  })
})

describe('a routine with a run-through', () => {
  const withRunThrough = (from: number | null = null) =>
    startRoutine({
      kind: 'start-timed',
      plan: planTimedSession({
        parts: parts.slice(0, 3).map((part, number) => ({
          ...part,
          pieceId: pieceId(number),
          piece: `Piece ${number}`,
          performOn: number === 0 ? ((today + 1) as Day) : null,
        })),
        today,
        minutes: 20,
      }),
      minutes: 20,
      lastPracticeDay: null,
      from: from === null ? null : partId(from),
    })
  const total = (routine: Routine) => routine.timed?.blocks.reduce((sum, { minutes }) => sum + minutes, 0)
  const ranThrough = (...ids: (typeof entry)[]): RoutineEvent => ({
    kind: 'ran-through',
    saves: ids.map(id => ({ practiceId: id, before: BEFORE })),
  })

  test('[PF4] begins with it, and its parts have the rest of the time; one that begins at a part has none', () => {
    const { get, minutes } = withRunThrough()
    expect(get().timed?.runThrough).toMatchObject({ piece: 'Piece 0', minutes: 5 })
    expect(minutes()).toEqual([8, 7])
    const { timed: plan } = withRunThrough(0).get()
    expect(plan?.runThrough).toBeNull()
    expect(total(withRunThrough(0).get())).toBe(20)
  })

  test('[PF4][TS8] shares what is left when it ends, saved or skipped; its time belongs to no part', () => {
    const routine = withRunThrough()
    routine.after(2, ranThrough(entry))
    expect(routine.get()).toMatchObject({ index: 0, stepFromMs: 2 * MINUTE })
    expect(routine.get().timed).toMatchObject({
      runThrough: null,
      playedThrough: { piece: 'Piece 0', saves: [{ practiceId: entry, before: BEFORE }] },
    })
    expect(total(routine.get())).toBe(18)
    routine.wait(1)
    expect(routine.seconds()).toBe(60)
    const skipped = withRunThrough()
    skipped.press(ranThrough())
    expect(skipped.get().timed?.playedThrough).toBeNull()
  })

  test('[PF4] counts up to 20 minutes without a touch, and is the end if it took all of the time', () => {
    const routine = withRunThrough()
    routine.press(activity(true))
    expect(currentStepPracticedMs(routine.get(), NOON + 12 * MINUTE)).toBe(12 * MINUTE)
    expect(currentStepPracticedMs(routine.get(), NOON + 40 * MINUTE)).toBe(20 * MINUTE)
    routine.wait(20)
    routine.press(ranThrough(entry))
    expect(routine.minutes()).toBe('finished')
  })

  test('[PX47] undone at the end, it is the last step; undone before, nothing moves', () => {
    const undone: RoutineEvent = { kind: 'undone', part: null, entries: [entry] }
    const routine = withRunThrough()
    routine.press(ranThrough(entry))
    const before = routine.get()
    routine.press(undone)
    expect(routine.get()).toBe(before)
    for (const _ of before.queue) routine.after(7, SKIP)
    expect(routine.minutes()).toBe('finished')

    routine.press(undone)
    expect(routineViewKind(routine.get())).toBe('step')
    expect(routine.get().timed).toMatchObject({ runThrough: { piece: 'Piece 0' }, playedThrough: null })
    routine.wait(1)
    expect(currentStepPracticedMs(routine.get(), routine.now())).toBe(MINUTE)
    routine.press(ranThrough(practiceId(2)))
    expect(routine.minutes()).toBe('finished')
    expect(routine.get().timed?.playedThrough?.saves).toMatchObject([{ practiceId: practiceId(2) }])
  })

  test('[PX47][SE14] who leaves it there is at the end again; Back goes to the last part; a part undone beside it follows', () => {
    const routine = withRunThrough()
    routine.press(ranThrough(entry))
    for (const _ of routine.get().queue) routine.after(7, SKIP)
    routine.press({ kind: 'undone', part: null, entries: [entry] })
    const shown = routine.get()
    expect(routineViewKind(reduceRoutine(shown, { kind: 'leave' }, routine.now()))).toBe('finished')
    for (const place of [shown.queue.length, 1])
      expect(reduceRoutine(shown, { kind: 'go', place }, routine.now())).toMatchObject({
        index: place - 1,
        timed: { runThrough: null },
      })

    const part = partId(0)
    routine.press({ kind: 'undone', part, entries: [] })
    expect(routine.get().timed?.runThrough).not.toBeNull()
    routine.press(ranThrough(practiceId(2)))
    expect(currentPart(routine.get())?.partId).toBe(part)
  })

  const own = [aPart({ currentTempo: bpm(90) }), aPart({ id: partId(2), currentTempo: bpm(70) })]
  const saves = (tempo: number | null, seconds = 301) =>
    createRunThroughEntryIntentions({
      id: 'run' as RunThroughId,
      answer: { isClean: false, tempo: tempo === null ? null : bpm(tempo) },
      seconds,
      day: today,
      entries: own.map((part, index) => ({ id: practiceId(index + 1), part })),
    }).map(({ args }) => args)

  test('[PF4] saves an entry for each part, with its tempo and an equal share of the time', () => {
    const common = { pieceId: pieceId(1), day: today, firstTryClean: false, runThroughId: 'run' }
    expect(saves(null)).toEqual([
      { ...common, id: practiceId(1), partId: partId(1), tempo: 90, seconds: 151 },
      { ...common, id: practiceId(2), partId: partId(2), tempo: 70, seconds: 150 },
    ])
  })

  test('[PF4] the tempo of the click if it ran, and no time where none was counted', () => {
    expect(saves(120, 1).map(({ tempo, seconds }) => [tempo, seconds])).toEqual([
      [120, 1],
      [120, undefined],
    ])
  })
})
