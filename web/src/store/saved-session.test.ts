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

const [part] = session.kind === 'step' ? session.queue : []
const step = { kind: 'step', queue: [part], gone: [], index: 0 }

test.each([
  { ...step, queue: [null] },
  { ...step, queue: [{}] },
  { ...step, queue: [{ ...part, tempo: Number.NaN }] },
  { ...step, queue: [{ ...part, piece: undefined }] },
  { ...step, gone: ['x'] },
  { ...step, index: 7 },
  { ...step, index: -1 },
  { ...step, queue: [] },
])('[ST14] a routine that was kept broken opens no step without a part: %o', broken => {
  expect(resumed({ session: step, at: NOON }, NOON)).toEqual(step)
  expect(resumed({ session: broken, at: NOON }, NOON)).toBe(OVERVIEW)
})
