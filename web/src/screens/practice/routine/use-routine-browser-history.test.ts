import { expect, test } from 'vitest'
import { goToStep, INITIAL_PRACTICE_SESSION, startPracticeSession } from '#core/practice/practice-session.ts'
import { aPracticePart, partId } from '#tests/library/builders.ts'
import { navigationForRoutine, parseRoutineHistoryState } from './use-routine-browser-history.ts'

const routine = startPracticeSession([1, 2, 3].map(number => aPracticePart({ id: partId(number) })))
const at = (place: Parameters<typeof goToStep>[1]) => goToStep(routine, place) ?? INITIAL_PRACTICE_SESSION
const first = { place: partId(1), below: 'overview', depth: 1 } as const
const second = { place: partId(2), below: partId(1), depth: 2 } as const
const end = { place: 'finished', below: partId(3), depth: 4 } as const

test('[PX33] one step on is a new entry, the first one above the overview', () => {
  expect(navigationForRoutine(routine, null, 'overview')).toEqual({ kind: 'push', entry: first })
  expect(navigationForRoutine(at(partId(2)), first, partId(1))).toEqual({ kind: 'push', entry: second })
  const last = { place: partId(3), below: partId(2), depth: 3 } as const
  expect(navigationForRoutine(at('finished'), last, partId(3))).toEqual({ kind: 'push', entry: end })
})

test('[PX33] where the history shows the place already nothing happens', () => {
  expect(navigationForRoutine(at(partId(2)), second, partId(1))).toEqual({ kind: 'none' })
  expect(navigationForRoutine(INITIAL_PRACTICE_SESSION, null, null)).toEqual({ kind: 'none' })
})

test('[PX33] a reload in the moment of Next finds one step more than the history, and adds it', () => {
  expect(navigationForRoutine(at(partId(2)), first, null)).toEqual({ kind: 'push', entry: second })
})

test('[PX33] a routine that was come back to begins at this entry', () => {
  const entry = { place: partId(2), below: null, depth: 0 }
  expect(navigationForRoutine(at(partId(2)), null, null)).toEqual({ kind: 'replace', entry })
})

test('[PX33] a jump is a new entry, ahead and back', () => {
  const third = { place: partId(3), below: partId(1), depth: 2 } as const
  expect(navigationForRoutine(at(partId(3)), first, partId(1))).toEqual({ kind: 'push', entry: third })
  const last = { place: partId(1), below: partId(3), depth: 3 } as const
  expect(navigationForRoutine(at(partId(1)), third, partId(3))).toEqual({ kind: 'push', entry: last })
})

test('[PX33] every other change of place takes the place of the entry', () => {
  const entry = { ...second, place: partId(1) }
  expect(navigationForRoutine(at(partId(1)), second, partId(2))).toEqual({ kind: 'replace', entry })
  const gone = { ...second, place: partId(9) }
  expect(navigationForRoutine(at(partId(3)), gone, partId(9))).toEqual({
    kind: 'replace',
    entry: { ...second, place: partId(3) },
  })
})

test('[PX33] a routine that was left or is over gives its entries away', () => {
  expect(navigationForRoutine(INITIAL_PRACTICE_SESSION, end, 'finished')).toEqual({ kind: 'rewind', by: 4 })
})

test('[PX33] an entry tells its place, what lies below and how much', () => {
  for (const entry of [first, second, end, { ...first, below: null }])
    expect(parseRoutineHistoryState(JSON.parse(JSON.stringify(entry)))).toEqual(entry)
})

test.each([
  null,
  undefined,
  'step',
  {},
  { ...first, place: 'x' },
  { ...first, depth: -1 },
  { place: partId(1) },
])('[PX33] what is no entry of a routine is one of the overview: %j', state => {
  expect(parseRoutineHistoryState(state)).toBe(null)
})
