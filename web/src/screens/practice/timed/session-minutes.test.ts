import { expect, test } from 'vitest'
import { parseSessionMinutes } from './session-minutes.ts'

test('[PX43] the time chosen last is kept; without one, or in a form nobody knows, all parts are shown', () => {
  expect([5, 20, 65, 180].map(parseSessionMinutes)).toEqual([5, 20, 65, 180])
  for (const kept of [null, undefined, 4, 181, 7.5, '20', {}]) expect(parseSessionMinutes(kept)).toBeNull()
})
