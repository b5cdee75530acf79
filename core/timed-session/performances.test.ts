import { describe, expect, test } from 'vitest'
import type { Day } from '#core/library/day.ts'
import type { PracticePart } from '#core/practice/priority.ts'
import { aPracticePart, bpm, day, partId, pieceId } from '#tests/library/builders.ts'
import {
  daysToPerformance,
  nextDuePerformance,
  partsDueForPerformance,
  piecesForRunThrough,
  planRunThrough,
  estimateRunThroughMinutes,
} from './performances.ts'
import { colorOfReason, createTimedSession, estimateMinutesLeft } from './timed-session.ts'

const today = day('2026-11-20')
const inDays = (days: number) => (today + days) as Day

/** A part of a piece that is performed in so many days, rested for so many. */
const part = (
  number: number,
  performedIn: number | null,
  rested: number,
  fields: Partial<PracticePart> = {},
) =>
  aPracticePart({
    id: partId(number),
    currentTempo: bpm(60),
    endTempo: bpm(120),
    lastPracticed: inDays(-rested),
    performOn: performedIn === null ? null : inDays(performedIn),
    ...fields,
  })

test('[PF1] a performance has an effect for 42 days and on its day, and none from the day after', () => {
  expect([43, 42, 1, 0, -1].map(days => daysToPerformance(part(1, days, 3), today))).toEqual([
    null,
    42,
    1,
    0,
    null,
  ])
  expect(daysToPerformance({ performOn: null }, today)).toBeNull()
})

test.each([
  [42, 7],
  [29, 7],
  [28, 4],
  [15, 4],
  [14, 2],
  [8, 2],
  [7, 1],
  [0, 1],
])('[PF1] %i days before, a part is due after %i days of rest', (days, rest) => {
  expect(partsDueForPerformance([part(1, days, rest)], today)).toHaveLength(1)
  expect(partsDueForPerformance([part(1, days, rest - 1)], today)).toHaveLength(0)
})

test('[PX44] of the performances with due parts the next one is named, with as many of its parts as are due', () => {
  const concert = [part(1, 20, 9, { pieceId: pieceId(2), piece: 'Suite' }), part(2, 9, 9), part(3, 9, 9)]
  const parts = [...concert, part(4, 9, 0), part(5, null, 9)]
  expect(nextDuePerformance(parts, today)).toEqual({ piece: part(2, 9, 9).piece, days: 9, count: 2 })
  expect(nextDuePerformance([part(4, 9, 0), part(5, null, 9)], today)).toBeNull()
})

test.each([
  [43, 120, 'green'],
  [30, 120, 'blue'],
  [14, 120, 'red'],
  [30, 40, 'red'],
])(
  '[PX43] a part due %i days before a performance, at %i of 120 bpm, has the color %s',
  (days, tempo, color) => {
    const due = part(1, days, 9, { importance: 1, currentTempo: bpm(tempo) })
    const reason =
      days > 42 ? { kind: 'pressing' as const } : { kind: 'performance' as const, on: inDays(days), days }
    expect(colorOfReason(due, reason, today)).toBe(color)
  },
)

test('[PX44] what is left of the day takes as long as its parts usually do', () => {
  const reached = { currentTempo: bpm(120) }
  expect(estimateMinutesLeft([part(1, null, 9), part(2, null, 9, reached), part(3, null, 0)], today)).toBe(11)
})

describe('the slots of due parts', () => {
  const others = Array.from({ length: 6 }, (_, index) => part(20 + index, null, 9))
  const idsOf = (parts: readonly PracticePart[], minutes: number) =>
    createTimedSession({ parts, today, minutes }).slots.map(slot => [
      Number(slot.part.id.slice(-4)),
      slot.reason.kind,
    ])

  test('[PF1] the most overdue comes first, then what is furthest from its goal', () => {
    const due = [
      part(1, 20, 4, { currentTempo: bpm(100) }),
      part(2, 20, 4),
      part(3, 20, 9, { currentTempo: bpm(119) }),
    ]
    expect(partsDueForPerformance(due, today).map(({ part: { id }, on, days }) => [id, on, days])).toEqual(
      [
        [3, 20],
        [2, 20],
        [1, 20],
      ].map(([number = 0, days = 0]) => [partId(number), today + days, days]),
    )
  })

  test('[PF1] they stand first and take half of the slots, rounded down, and up in the last 14 days', () => {
    const due = (days: number) => [1, 2, 3].map(number => part(number, days, 8, { importance: 1 }))
    expect(idsOf([...others, ...due(20)], 20)).toEqual([
      [1, 'performance'],
      [20, 'pressing'],
      [21, 'pressing'],
    ])
    // Day 13 is no day of a run-through.
    expect(idsOf([...others, ...due(13)], 20)).toEqual([
      [1, 'performance'],
      [2, 'performance'],
      [20, 'pressing'],
    ])
    expect(idsOf([...others, ...due(20)], 5)).toEqual([[1, 'performance']])
  })

  test('[PF1] one practiced today is not due', () => {
    expect(idsOf([...others, part(1, 3, 0)], 10).map(([, kind]) => kind)).toEqual(['pressing'])
  })
})

describe('run-throughs', () => {
  const plan = (parts: readonly PracticePart[], minutes = 20, own = 5) =>
    planRunThrough(parts, today, minutes, () => own)

  test('[PF4] a piece is played through 14, 12, 10 and 8 days before, and daily in the last week', () => {
    const days = Array.from({ length: 18 }, (_, index) => 16 - index)
    const played = days.filter(ahead => plan([part(1, ahead, 2)]) !== null)
    expect(played).toEqual([14, 12, 10, 8, 7, 6, 5, 4, 3, 2, 1, 0])
    expect(piecesForRunThrough([part(1, 14, 2), part(2, 13, 2, { pieceId: pieceId(2) })], today)).toEqual([
      pieceId(1),
    ])
  })

  test('[PF4] the nearest performance is chosen, where it takes at most half of the time', () => {
    const parts = [part(1, 7, 2), part(2, 2, 2, { pieceId: pieceId(2), piece: 'Suite' })]
    expect(plan(parts)).toEqual({
      pieceId: pieceId(2),
      piece: 'Suite',
      performOn: inDays(2),
      days: 2,
      minutes: 5,
    })
    expect(plan(parts, 10)?.pieceId).toBe(pieceId(2))
    expect(plan(parts, 9)).toBeNull()
  })

  test('[PF4] its minutes are taken from the parts', () => {
    const session = createTimedSession({
      parts: [part(1, 2, 2), part(2, null, 3, { pieceId: pieceId(2) })],
      today,
      minutes: 20,
      runThroughs: new Map([[pieceId(1), [400, 410, 430, 9000]]]),
    })
    expect(session.runThrough?.minutes).toBe(7)
    expect(session.slots.reduce((sum, slot) => sum + slot.minutes, 0)).toBe(13)
  })

  test('[PF4] it takes the median of the last three, and five minutes before the first', () => {
    expect([[], [10], [600], [60, 600, 900, 300]].map(estimateRunThroughMinutes)).toEqual([5, 1, 10, 10])
  })
})
