import { describe, expect, test } from 'vitest'
import type { Day } from '#core/library/day.ts'
import type { RunThroughId } from '#core/library/piece.ts'
import { goToNextStep } from '#core/practice/practice-session.ts'
import { aPart, aPracticePart, bpm, day, NOON, partId, pieceId, practiceId } from '#tests/library/builders.ts'
import {
  endRunThrough,
  runThroughIntentions,
  elapsedRunThroughSeconds,
  recordRoutineActivity,
  startTimedRoutine,
  updateRoutineTiming,
  type RoutineWithTiming,
} from './timed-routine.ts'
import { createTimedSession } from './timed-session.ts'

const today = day('2026-11-20')
const MINUTE = 60_000
const entry = practiceId(1)

/** A routine of 20 minutes for three parts, of which one piece is performed tomorrow. */
function aRoutine(from: number | null = null): RoutineWithTiming {
  const parts = [1, 2, 3].map(number =>
    aPracticePart({
      id: partId(number),
      pieceId: pieceId(number),
      piece: `Piece ${number}`,
      currentTempo: bpm(60),
      lastPracticed: (today - 5) as Day,
      performOn: number === 1 ? ((today + 1) as Day) : null,
    }),
  )
  const session = createTimedSession({ parts, today, minutes: 20 })
  const id = from === null ? null : partId(from)
  return startTimedRoutine({ session, minutes: 20, lastPracticeDay: null, from: id }, NOON)
}

const minutesIn = ({ timed }: RoutineWithTiming) => timed?.blocks.map(({ minutes }) => minutes)

describe('a routine with a run-through', () => {
  test('[PF4] begins with it, and its parts have the rest of the time', () => {
    const routine = aRoutine()
    expect(routine.timed?.runThrough).toMatchObject({ piece: 'Piece 1', minutes: 5 })
    expect(minutesIn(routine)).toEqual([8, 7])
  })

  test('[PF4] that begins at a part has none, and its parts have all the time', () => {
    const routine = aRoutine(1)
    expect(routine.timed?.runThrough).toBeNull()
    expect(minutesIn(routine)?.reduce((sum, each) => sum + each)).toBe(20)
  })

  test('[PF4][TS8] shares what is left when it ends, saved or skipped', () => {
    const ended = endRunThrough(aRoutine(), [entry], NOON + 2 * MINUTE)
    expect(ended.session.kind).toBe('step')
    expect(ended.timed).toMatchObject({
      runThrough: null,
      blockFromMs: 2 * MINUTE,
      playedThrough: { piece: 'Piece 1', entries: [entry] },
    })
    expect(minutesIn(ended)?.reduce((sum, each) => sum + each)).toBe(18)
    expect(endRunThrough(aRoutine(), [], NOON).timed?.playedThrough).toBeNull()
  })

  test('[PF4] is finished if the run-through took all of its time', () => {
    const playing = recordedAt(aRoutine(), NOON)
    expect(endRunThrough(playing, [entry], NOON + 20 * MINUTE).session.kind).toBe('finished')
  })

  test('[PF4] counts up to 20 minutes without a touch, as while the click runs', () => {
    const { timed } = recordedAt(aRoutine(), NOON)
    expect(timed && elapsedRunThroughSeconds(timed, NOON + 12 * MINUTE)).toBe(12 * 60)
    expect(timed && elapsedRunThroughSeconds(timed, NOON + 40 * MINUTE)).toBe(20 * 60)
  })

  test('[PF4] that went on to a later step has none any more', () => {
    const begun = aRoutine()
    const later = goToNextStep(begun.session)
    expect(updateRoutineTiming(begun, later, NOON + MINUTE).timed?.runThrough).toBeNull()
  })

  const recordedAt = (routine: RoutineWithTiming, now: number): RoutineWithTiming => ({
    session: routine.session,
    timed: routine.timed && recordRoutineActivity(routine.timed, now, true),
  })
})

describe('what a run-through saves', () => {
  const parts = [aPart({ currentTempo: bpm(90) }), aPart({ id: partId(2), currentTempo: bpm(70) })]
  const save = (tempo: number | null, seconds = 301) =>
    runThroughIntentions({
      id: 'run' as RunThroughId,
      answer: { isClean: false, tempo: tempo === null ? null : bpm(tempo) },
      seconds,
      day: today,
      entries: parts.map((part, index) => ({ id: practiceId(index + 1), part })),
    }).map(({ args }) => args)

  test('[PF4] an entry for each part, with its tempo and an equal share of the time', () => {
    const common = { pieceId: pieceId(1), day: today, firstTryClean: false, runThroughId: 'run' }
    expect(save(null)).toEqual([
      { ...common, id: practiceId(1), partId: partId(1), tempo: 90, seconds: 151 },
      { ...common, id: practiceId(2), partId: partId(2), tempo: 70, seconds: 150 },
    ])
  })

  test('[PF4] the tempo of the click if it ran, and no time where none was counted', () => {
    expect(save(120, 1).map(({ tempo, seconds }) => [tempo, seconds])).toEqual([
      [120, 1],
      [120, undefined],
    ])
  })
})
