import { expect, test } from 'vitest'
import { OVERVIEW, startedSession } from '#core/session.ts'
import { aPracticePart, NOON } from '#tests/builders.ts'
import { resumed } from './saved-session.ts'

const HOUR = 60 * 60_000
const session = startedSession([aPracticePart()])

test('[ST14] a routine goes on within four hours', () => {
  expect(resumed({ session, at: NOON }, NOON)).toBe(session)
  expect(resumed({ session, at: NOON }, NOON + 4 * HOUR - 1)).toBe(session)
})

test('[ST14] later the day begins anew', () => {
  expect(resumed({ session, at: NOON }, NOON + 4 * HOUR)).toBe(OVERVIEW)
})

test.each([[undefined], [null], ['step'], [{ kind: 'overview' }], [{ session: { kind: 'step' }, at: NOON }]])(
  '[ST14] what was kept in a form nobody knows any more is no routine: %o',
  kept => {
    expect(resumed(kept, NOON)).toBe(OVERVIEW)
  },
)
