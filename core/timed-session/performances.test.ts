import { expect, test } from 'vitest'
import type { Day } from '#core/library/day.ts'
import type { PracticePart } from '#core/practice/priority.ts'
import { aPracticePart, bpm, day, partId, pieceId } from '#tests/library/builders.ts'
import {
  daysToNearPerformance,
  nextPerformanceWithDueParts,
  partsDueForPerformance,
  pieceIdsDueForRunThrough,
} from './performances.ts'
import {
  timedPriorityColor,
  planTimedSession,
  estimateMinutesOfPartsNotPracticedToday,
} from './timed-session.ts'

const today = day('2026-11-20')
const inDays = (days: number) => (today + days) as Day

const part = (
  number: number,
  daysToPerformance: number | null,
  daysOfRest: number,
  fields: Partial<PracticePart> = {},
) =>
  aPracticePart({
    id: partId(number),
    currentTempo: bpm(60),
    endTempo: bpm(120),
    lastPracticed: inDays(-daysOfRest),
    performOn: daysToPerformance === null ? null : inDays(daysToPerformance),
    ...fields,
  })

test('[PF1] a performance has an effect for 42 days and on its day, and none from the day after', () => {
  const left = [43, 42, 1, 0, -1].map(days => daysToNearPerformance(part(1, days, 3), today))
  expect(left).toEqual([null, 42, 1, 0, null])
  expect(daysToNearPerformance({ performOn: null }, today)).toBeNull()
})

test('[PF1] a part is due after 7, 4, 2 or 1 days of rest, the nearer the performance the sooner', () => {
  const restUntilDue = (days: number) =>
    [1, 2, 3, 4, 5, 6, 7].find(rest => partsDueForPerformance([part(1, days, rest)], today).length > 0)
  expect([42, 29, 28, 15, 14, 8, 7, 0].map(restUntilDue)).toEqual([7, 7, 4, 4, 2, 2, 1, 1])
})

test('[PX44] of the performances with due parts the next one is named, with as many of its parts as are due', () => {
  const concert = [part(1, 20, 9, { pieceId: pieceId(2), piece: 'Suite' }), part(2, 9, 9), part(3, 9, 9)]
  const parts = [...concert, part(4, 9, 0), part(5, null, 9)]
  expect(nextPerformanceWithDueParts(parts, today)).toEqual({ piece: part(2, 9, 9).piece, days: 9, count: 2 })
  expect(nextPerformanceWithDueParts([part(4, 9, 0), part(5, null, 9)], today)).toBeNull()
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
    expect(timedPriorityColor(due, reason, today)).toBe(color)
  },
)

test('[PX44] what is left of the day takes as long as its parts usually do', () => {
  const reached = { currentTempo: bpm(120) }
  expect(
    estimateMinutesOfPartsNotPracticedToday(
      [part(1, null, 9), part(2, null, 9, reached), part(3, null, 0)],
      today,
    ),
  ).toBe(11)
})

test('[PF1] due parts stand first and take half of the slots, rounded down, and up in the last 14 days', () => {
  const others = Array.from({ length: 6 }, (_, index) => part(20 + index, null, 9))
  // There is no run-through 13 days before a performance.
  const dueIn = (days: number, minutes: number) => {
    const due = [1, 2, 3].map(number => part(number, days, 8, { importance: 1 }))
    const { slots } = planTimedSession({ parts: [...others, ...due], today, minutes })
    return slots.map(({ reason }) => reason.kind === 'performance')
  }
  expect(dueIn(20, 20)).toEqual([true, false, false])
  expect(dueIn(13, 20)).toEqual([true, true, false])
  expect(dueIn(20, 5)).toEqual([true])
})

test('[PF4] a piece is played through 14, 12, 10 and 8 days before, and daily in the last week', () => {
  const days = Array.from({ length: 18 }, (_, index) => 16 - index)
  const played = days.filter(ahead => pieceIdsDueForRunThrough([part(1, ahead, 2)], today).length > 0)
  expect(played).toEqual([14, 12, 10, 8, 7, 6, 5, 4, 3, 2, 1, 0])
})
