import { expect, test } from 'vitest'
import { aPracticePart, bpm, day } from '#tests/library/builders.ts'
import { priorityReasonOf } from './priority-reason.ts'

const today = day('2026-11-20')

test.each([
  [96, 72, { kind: 'to-go', bpm: 24 }],
  [60, 60, { kind: 'at-goal' }],
  [60, 66, { kind: 'past', bpm: 6 }],
])('[PX1] with a goal of %s and a tempo of %s the distance is %o', (goal, tempo, distance) => {
  const part = aPracticePart({ endTempo: bpm(goal), currentTempo: bpm(tempo) })
  expect(priorityReasonOf(part, today).distance).toEqual(distance)
})

test.each([
  [null, { kind: 'never' }],
  ['2026-11-20', { kind: 'today' }],
  ['2026-11-19', { kind: 'yesterday' }],
  ['2026-11-14', { kind: 'days', days: 6 }],
  ['2026-11-21', { kind: 'today' }],
])('[PX1] last practiced on %s the rest is %o', (last, rest) => {
  const part = aPracticePart({ lastPracticed: last === null ? null : day(last) })
  expect(priorityReasonOf(part, today).rest).toEqual(rest)
})
