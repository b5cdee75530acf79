import { expect, test } from 'vitest'
import { planBrowserHistoryUpdate, parseRoutineLocation } from './routine-address.ts'

const first = { place: 1, below: 0, depth: 1 }
const second = { place: 2, below: 1, depth: 2 }
const third = { place: 3, below: 2, depth: 3 }
const openedDirectly = { place: 3, below: null, depth: 0 }

test.each([
  ['one step on, the first one above the overview', 1, null, 0, { kind: 'push', entry: first }],
  ['one step on', 2, first, 1, { kind: 'push', entry: second }],
  ['the end', 4, third, 3, { kind: 'push', entry: { place: 4, below: 3, depth: 4 } }],
  ['a jump ahead', 3, first, 1, { kind: 'push', entry: { place: 3, below: 1, depth: 2 } }],
  ['a jump back', 1, third, 3, { kind: 'push', entry: { place: 1, below: 3, depth: 4 } }],
  ['one step back', 1, second, 2, { kind: 'replace', entry: { ...second, place: 1 } }],
  [
    'a routine that was come back to',
    2,
    null,
    null,
    { kind: 'replace', entry: { place: 2, below: null, depth: 0 } },
  ],
  ['a reload in the moment of Next', 2, first, null, { kind: 'push', entry: second }],
  ['a routine that was left or is over', 0, third, 3, { kind: 'rewind', by: 3 }],
  ['a place that the address shows already', 2, second, 1, { kind: 'none' }],
  ['the overview', 0, null, null, { kind: 'none' }],
] as const)('[PX33] %s', (_, place, entry, before, expected) => {
  expect(planBrowserHistoryUpdate(place, entry, before)).toEqual(expected)
})

test('[PX33] the step is in the address; what is no step is the overview', () => {
  const { place, ...state } = third
  expect(parseRoutineLocation({ search: `?step=${place}`, state })).toEqual(third)
  expect(parseRoutineLocation({ search: '?lng=de&step=3', state: null })).toEqual(openedDirectly)
  for (const broken of ['x', { depth: -1, below: 1.5 }])
    expect(parseRoutineLocation({ search: '?step=3', state: broken })).toEqual(openedDirectly)
  for (const search of ['', '?step=', '?step=0', '?step=-1', '?step=1.5', '?step=x'])
    expect(parseRoutineLocation({ search, state })).toBe(null)
})
