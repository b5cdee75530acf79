import { describe, expect, test } from 'vitest'
import type { Day } from '#core/library/day.ts'
import type { PracticePart } from '#core/practice/priority.ts'
import { aPracticePart, bpm, day, partId } from '#tests/library/builders.ts'
import { repetitions } from '#tests/repository/repetitions.ts'
import { randomHistory, type RandomHistory } from '#tests/timed-session/random-history.ts'
import { referenceSession } from '#tests/timed-session/timed-session-oracle.ts'
import {
  summarizePracticeDaysBefore,
  timedSessionCandidates,
  planTimedSession,
  type TimedSessionPlan,
} from './timed-session.ts'

const today = day('2026-11-20')
const ago = (days: number) => (today - days) as Day

const far = (number: number, daysOfRest = 5, fields: Partial<PracticePart> = {}) =>
  aPracticePart({
    id: partId(number),
    currentTempo: bpm(60),
    endTempo: bpm(120),
    lastPracticed: ago(daysOfRest),
    ...fields,
  })
const parts = (count: number) => Array.from({ length: count }, (_, number) => far(number))

test('[TS1] without parts there is nothing to do', () => {
  expect(planTimedSession({ parts: [], today, minutes: 20 })).toMatchObject({ runThrough: null, slots: [] })
})

test('[TS4] the second slot is reserved for the part that has waited longest, as often as its share of a day adds up to one', () => {
  const library = [...parts(5), far(6, 40, { importance: 1, currentTempo: bpm(120) }), far(7, 4)]
  // Three quarters of a slot a day.
  const second = (before: number) => {
    const practiced = Array.from({ length: before }, (_, index) => ago(1 + index))
    const days = summarizePracticeDaysBefore(today, practiced)
    return planTimedSession({ parts: library, today, minutes: 20, days }).slots[1]?.reason
  }
  const waited = { kind: 'waited' }
  const pressing = { kind: 'pressing' }
  expect([0, 1, 2, 3, 4].map(second)).toEqual([pressing, waited, waited, waited, pressing])
})

describe('the whole', () => {
  const asReference = ({ runThrough, slots }: TimedSessionPlan) => [
    ...(runThrough === null
      ? []
      : [{ id: runThrough.pieceId, why: 'run', minutes: runThrough.minutes, round: 1 }]),
    ...slots.map(({ part, reason, minutes, round }) => ({ id: part.id, why: reason.kind, minutes, round })),
  ]

  function sessionOf({ parts: order, entries, runs, today: now, minutes }: RandomHistory): TimedSessionPlan {
    const timed = Map.groupBy(
      entries.flatMap(({ partId: id, tempo, seconds, planned }) =>
        seconds === null ? [] : [{ id, tempo: bpm(tempo), seconds, plannedSeconds: planned }],
      ),
      ({ id }) => id,
    )
    const days = summarizePracticeDaysBefore(
      now,
      entries.map(each => each.day as Day),
    )
    return planTimedSession({ parts: order, today: now, minutes, days, timed, runThroughs: runs })
  }

  test('[TS1][TS4][PF1][PF4] it is the session of the reference for random libraries, and never empty, also when everything was practiced today', () => {
    const kinds = new Set<string>()
    for (let number = 0; number < repetitions(400, 2000); number++) {
      const history = randomHistory(number)
      const done = history.parts.map(part => ({ ...part, lastPracticed: history.today }))
      for (const [parts, minutes] of [
        [history.parts, history.minutes],
        [history.parts, 5],
        [done, history.minutes],
      ] as const) {
        const session = asReference(sessionOf({ ...history, parts, minutes }))
        expect(session.length, `history ${number}, ${minutes} minutes`).toBeGreaterThan(0)
        expect(session).toEqual(referenceSession({ ...history, order: parts, minutes }))
        for (const { why, round } of session) kinds.add(`${why} ${Math.min(round, 2)}`)
      }
    }
    const often = ['performance 1', 'performance 2', 'pressing 1', 'pressing 2', 'run 1', 'waited 1']
    expect([...kinds], 'all reasons, with and without rounds').toEqual(expect.arrayContaining(often))
  })

  test('[ST29] it takes none but the parts whose times are read for it', () => {
    let fewerParts = 0
    for (let number = 0; number < 100; number++) {
      const history = randomHistory(number)
      const { parts: order, entries, today: now, minutes } = history
      const { last } = summarizePracticeDaysBefore(
        now,
        entries.map(each => each.day as Day),
      )
      const candidates = new Set(timedSessionCandidates(order, now, minutes, last))
      if (candidates.size < order.length) fewerParts += 1
      for (const { part } of sessionOf(history).slots) expect(candidates, `history ${number}`).toContain(part)
    }
    expect(fewerParts).toBeGreaterThan(5)
  })
})

test('[TS4] a full turn takes six weeks where half of the slots are enough for that, longer where they are not, none where all parts fit', () => {
  const days = summarizePracticeDaysBefore(today, [ago(1)])
  const turn = (count: number) =>
    planTimedSession({ parts: parts(count), today, minutes: 45, days }).fullRotationDays
  expect(turn(60)).toBeCloseTo(42)
  // Three of six slots, on five of seven days.
  expect(turn(150)).toBeCloseTo(70)
  expect(turn(3)).toBeNull()
})
