import { describe, expect, test } from 'vitest'
import { dayOf, type Day } from '#core/library/day.ts'
import { inPracticeOrder, listPracticeParts, type PracticePart } from '#core/practice/priority.ts'
import { aLibrary, aPart, aPiece, aPracticePart, bpm, day, partId, pieceId } from '#tests/library/builders.ts'
import { repetitions } from '#tests/repository/tries.ts'
import { randomHistory, type RandomHistory } from '#tests/timed-session/random-history.ts'
import { referenceSession } from '#tests/timed-session/timed-session-oracle.ts'
import {
  summarizePracticeDays,
  timedSessionCandidates,
  sortForTimedSession,
  createTimedSession,
  type TimedSessionPlan,
} from './timed-session.ts'
import type { MeasuredPracticeEntry } from './part-minutes.ts'

const today = day('2026-11-20')
const ago = (days: number) => (today - days) as Day

/** A part far from its goal, which takes 8 minutes, rested for so many days. */
const far = (number: number, rested = 5, fields: Partial<PracticePart> = {}) =>
  aPracticePart({
    id: partId(number),
    currentTempo: bpm(60),
    endTempo: bpm(120),
    lastPracticed: ago(rested),
    ...fields,
  })
const parts = (count: number) => Array.from({ length: count }, (_, number) => far(number))

const numbers = ({ slots }: TimedSessionPlan) => slots.map(({ part }) => Number(part.id.slice(-4)))
const minutesOf = ({ slots }: TimedSessionPlan) => slots.map(slot => slot.minutes)
const reasons = ({ slots }: TimedSessionPlan) => slots.map(({ reason }) => reason.kind)
const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0)

test('[OH1] a timed session has no part of a piece on hold', () => {
  const library = aLibrary({
    pieces: [aPiece(), aPiece({ id: pieceId(2), onHold: true })],
    parts: [aPart(), aPart({ id: partId(2), pieceId: pieceId(2) })],
  })
  const order = inPracticeOrder(
    listPracticeParts(library, at => dayOf(at, 0)),
    today,
  )
  const { slots } = createTimedSession({ parts: order, today, minutes: 90 })
  expect(new Set(slots.map(({ part }) => part.id))).toEqual(new Set([partId(1)]))
})

describe('what comes first', () => {
  test('[TS1] parts keep their order, but for those practiced today', () => {
    const order = [far(1, 0), far(2, 1), far(3, 2)]
    expect(sortForTimedSession(order, today, ago(30)).map(part => part.id)).toEqual([2, 3, 1].map(partId))
  })

  test('[TS1] a part at 60 % of its goal that was practiced on the last practice day comes last for two days', () => {
    const slow = { currentTempo: bpm(71), endTempo: bpm(120) }
    const ready = { currentTempo: bpm(72), endTempo: bpm(120) }
    const order = (rested: number) => [far(1, rested, ready), far(2, rested, slow), far(3, rested + 1, ready)]
    const after = (rested: number) =>
      sortForTimedSession(order(rested), today, ago(rested)).map(part => Number(part.id.slice(-4)))
    expect(after(1)).toEqual([2, 3, 1])
    expect(after(2)).toEqual([2, 3, 1])
    expect(after(3)).toEqual([1, 2, 3])
  })
})

describe('how many parts', () => {
  test('[TS1] parts are taken while half of the next one still fits', () => {
    const count = (minutes: number) =>
      createTimedSession({ parts: parts(4), today, minutes }).slots.filter(slot => slot.round === 1).length
    expect([5, 11, 12, 19, 20, 27, 28].map(count)).toEqual([1, 1, 2, 2, 3, 3, 4])
  })

  test('[TS1] every part gets two minutes', () => {
    const kept = (number: number) => far(number, 5, { currentTempo: bpm(120), importance: 1 })
    const timed = new Map(
      [1, 2, 3].map(number => [partId(number), Array.from({ length: 3 }, () => entry(90, 180))]),
    )
    const session = createTimedSession({ parts: [1, 2, 3].map(kept), today, minutes: 5, timed })
    expect(minutesOf(session)).toEqual([3, 2])
  })

  test('[TS1] without parts there is nothing to do', () => {
    expect(createTimedSession({ parts: [], today, minutes: 20 })).toEqual({
      runThrough: null,
      slots: [],
      fullRotationDays: null,
    })
  })
})

/** A timed entry at 60 bpm. */
const entry = (seconds: number, plannedSeconds: number | null): MeasuredPracticeEntry => ({
  tempo: bpm(60),
  seconds,
  plannedSeconds,
})

describe('reserved slots', () => {
  const library = [...parts(5), far(6, 40, { importance: 1, currentTempo: bpm(120) }), far(7, 4)]

  test('[TS4][TS1] a slot is reserved for the part that has waited longest', () => {
    const days = summarizePracticeDays(today, [ago(1), ago(3)])
    const session = createTimedSession({ parts: library, today, minutes: 20, days })
    expect(numbers(session)).toEqual([0, 6, 1])
    expect(reasons(session)).toEqual(['pressing', 'waited', 'pressing'])
    expect(session.slots[1]?.reason).toEqual({ kind: 'waited', days: 40 })
  })

  test('[TS4] the share of a day adds up over the days', () => {
    // Three quarters of a slot a day.
    const reserved = (before: number) => {
      const days = summarizePracticeDays(
        today,
        Array.from({ length: before }, (_, index) => ago(1 + index)),
      )
      const session = createTimedSession({ parts: library, today, minutes: 20, days })
      return reasons(session).filter(reason => reason === 'waited').length
    }
    expect([0, 1, 2, 3, 4, 5, 6, 7].map(reserved)).toEqual([0, 1, 1, 1, 0, 1, 1, 1])
  })

  test('[TS4] none is reserved where all parts fit', () => {
    const session = createTimedSession({ parts: library, today, minutes: 180 })
    expect(new Set(reasons(session))).toEqual(new Set(['pressing']))
  })

  test('[TS4] none is reserved for a part practiced today', () => {
    const days = summarizePracticeDays(today, [ago(1)])
    const done = parts(6).map(part => ({ ...part, lastPracticed: today }))
    const session = createTimedSession({ parts: done, today, minutes: 20, days })
    expect(reasons(session)).toEqual(['pressing', 'pressing'])
  })

  test('[TS4] the reserved slots come second', () => {
    const days = summarizePracticeDays(today, [ago(1)])
    const many = [...parts(60), far(70, 50, { importance: 1 }), far(71, 60, { importance: 1 })]
    const session = createTimedSession({ parts: many, today, minutes: 40, days })
    expect(numbers(session)).toEqual([0, 71, 70, 1, 2])
  })

  test('[TS4] the only slot may be a reserved one', () => {
    const days = summarizePracticeDays(today, [ago(1), ago(2), ago(3)])
    const session = createTimedSession({ parts: library, today, minutes: 8, days })
    expect(numbers(session)).toEqual([6])
  })
})

describe('minutes', () => {
  test('[TS1] they add up to the time there is', () => {
    for (let minutes = 5; minutes <= 180; minutes++) {
      const all = minutesOf(createTimedSession({ parts: parts(7), today, minutes }))
      expect(sum(all)).toBe(minutes)
      expect(Math.min(...all)).toBeGreaterThanOrEqual(2)
      expect(Math.max(...all)).toBeLessThanOrEqual(12)
    }
  })

  test('[TS1] much time for few parts is spent in rounds', () => {
    const session = createTimedSession({ parts: parts(2), today, minutes: 45 })
    expect(session.slots.map(({ round }) => round)).toEqual([1, 1, 2, 2])
    expect(numbers(session)).toEqual([0, 1, 0, 1])
    expect(minutesOf(session)).toEqual([12, 11, 11, 11])
  })
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
    const days = summarizePracticeDays(
      now,
      entries.map(each => each.day as Day),
    )
    return createTimedSession({ parts: order, today: now, minutes, days, timed, runThroughs: runs })
  }

  test('[TS1][TS4][PF1][PF4] it is the session of the reference for random libraries', () => {
    const kinds = new Set<string>()
    for (let number = 0; number < repetitions(500, 10_000); number++) {
      const history = randomHistory(number)
      const session = asReference(sessionOf(history))
      expect(session, `history ${number}`).toEqual(
        referenceSession({ ...history, order: history.parts, minutes: history.minutes }),
      )
      for (const { why, round } of session) kinds.add(`${why} ${Math.min(round, 2)}`)
    }
    const often = ['performance 1', 'performance 2', 'pressing 1', 'pressing 2', 'run 1', 'waited 1']
    expect([...kinds], 'all reasons, with and without rounds').toEqual(expect.arrayContaining(often))
  })

  test('[TS1] it is never empty, and that of the reference, also when everything was practiced today', () => {
    for (let number = 0; number < repetitions(300, 5000); number++) {
      const history = randomHistory(number)
      const done = history.parts.map(part => ({ ...part, lastPracticed: history.today }))
      for (const parts of [history.parts, done])
        for (const minutes of [history.minutes, 5]) {
          const plan = sessionOf({ ...history, parts, minutes })
          expect(plan.slots.length, `history ${number}, ${minutes} minutes`).toBeGreaterThan(0)
          expect(asReference(plan)).toEqual(referenceSession({ ...history, order: parts, minutes }))
        }
    }
  })

  test('[ST29] it takes none but the parts whose times are read for it', () => {
    let least = 0
    for (let number = 0; number < 300; number++) {
      const history = randomHistory(number)
      const { parts: order, entries, today: now, minutes } = history
      const { last } = summarizePracticeDays(
        now,
        entries.map(each => each.day as Day),
      )
      const candidates = new Set(timedSessionCandidates(order, now, minutes, last))
      if (candidates.size < order.length) least += 1
      for (const { part } of sessionOf(history).slots) expect(candidates, `history ${number}`).toContain(part)
    }
    expect(least).toBeGreaterThan(10)
  })

  test('[TS1] the order in which a device holds its parts does not matter', () => {
    for (let number = 0; number < 50; number++) {
      const history = randomHistory(number)
      const other = inPracticeOrder(history.parts.toReversed(), history.today)
      expect(sessionOf({ ...history, parts: other })).toEqual(sessionOf(history))
    }
  })
})

describe('a full turn', () => {
  test('[TS4] it takes six weeks where half of the slots are enough for that', () => {
    const days = summarizePracticeDays(today, [ago(1)])
    expect(createTimedSession({ parts: parts(60), today, minutes: 45, days }).fullRotationDays).toBeCloseTo(
      42,
    )
  })

  test('[TS4] it takes longer where half of the slots are too few', () => {
    const days = summarizePracticeDays(today, [ago(1)])
    // Three of six slots, on five of seven days.
    expect(createTimedSession({ parts: parts(150), today, minutes: 45, days }).fullRotationDays).toBeCloseTo(
      70,
    )
  })

  test('[TS4] there is none where all parts fit', () => {
    expect(createTimedSession({ parts: parts(3), today, minutes: 45 }).fullRotationDays).toBeNull()
  })
})
