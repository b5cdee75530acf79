import { expect, test } from 'vitest'
import { pieceId } from '#tests/library/builders.ts'
import { parseWizardHistoryState } from './wizard-browser-history.ts'

test('[NP4] an entry of the history tells its piece and how deep it lies', () => {
  expect(parseWizardHistoryState({ piece: pieceId(1), depth: 2 })).toEqual({ piece: pieceId(1), depth: 2 })
})

test.each([null, undefined, 'wizard', {}, { piece: 'x', depth: 1 }, { piece: pieceId(1), depth: -1 }])(
  '[NP4] an address that was opened has no entries of the wizard below it: %j',
  state => {
    expect(parseWizardHistoryState(state)).toBe(null)
  },
)
