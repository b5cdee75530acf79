import { expect, test } from 'vitest'
import { chainStates } from '../../e2e/states/state-chains.ts'
import { type ScreenState, statesOfRoute } from '../../e2e/states/state.ts'
import { SCREEN_STATES } from '../../e2e/states/states.ts'
import type { Visit } from '../../e2e/states/visit.ts'

const visit = {} as Visit
const namesOf = (chains: readonly (readonly ScreenState[])[]) =>
  chains.map(chain => chain.map(({ name }) => name))

/** States that write their names down when they are opened. */
function recordingStates(entries: readonly { name: string; after?: string }[]) {
  const opened: string[] = []
  const states = statesOfRoute(
    '/try',
    'guest',
    entries.map(entry => ({ ...entry, open: async () => void opened.push(entry.name) })),
  )
  return { states, opened }
}

test('opening a state on a new page goes through all the states that come before it', async () => {
  const { states, opened } = recordingStates([
    { name: 'first' },
    { name: 'second', after: 'first' },
    { name: 'third', after: 'second' },
  ])
  await states[2]?.open(visit)
  expect(opened).toEqual(['first', 'second', 'third'])
  await states[2]?.goOn?.(visit)
  expect(opened).toEqual(['first', 'second', 'third', 'third'])
})

test('a state that comes after one that is not above it is refused', () => {
  expect(() => recordingStates([{ name: 'second', after: 'first' }, { name: 'first' }])).toThrow(
    'second: no state first above it',
  )
})

test('of two states that come after the same one, the second is reached from a new page', () => {
  const { states } = recordingStates([
    { name: 'list' },
    { name: 'search', after: 'list' },
    { name: 'dialog', after: 'list' },
    { name: 'other' },
    { name: 'found', after: 'search' },
  ])
  expect(namesOf(chainStates(states))).toEqual([['list', 'search', 'found'], ['dialog'], ['other']])
})

test('every state of the product is looked at exactly once', () => {
  const looked = chainStates(SCREEN_STATES).flat()
  expect(looked.toSorted((one, other) => one.name.localeCompare(other.name))).toEqual(
    SCREEN_STATES.toSorted((one, other) => one.name.localeCompare(other.name)),
  )
})
