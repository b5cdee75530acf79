import { expect, test } from 'vitest'
import { advisoriesOutcome } from './advisories-stage.ts'
import { stageGroups } from './all-stages.ts'

test('[TL42] npm test -- --all asks what is known against the pinned versions, npm test does not', () => {
  const stage = stageGroups.flat(2).find(({ name }) => name === 'advisories')
  expect(stage).toMatchObject({ needsBrowser: false, isOnlyInAll: true })
})

test('[TL42] what is known and not argued away fails there', () => {
  const known = { code: 1, output: 'hono 4.0.0: GHSA-aaaa-bbbb-cccc' }
  expect(advisoriesOutcome(known)).toEqual({ passed: 0, failed: 1, output: known.output })
  expect(advisoriesOutcome({ code: 0, output: '' })).toMatchObject({ passed: 1, failed: 0 })
})

test('[TL14][TL42] where nobody could be asked it is skipped with the reason, and is no success', () => {
  const output = 'NOT LOOKED UP: npm audit failed: 405\nNothing is known about the 334 pinned versions.\n'
  const skips = ['NOT LOOKED UP: npm audit failed: 405 Nothing is known about the 334 pinned versions.']
  expect(advisoriesOutcome({ code: 69, output })).toEqual({ passed: 0, failed: 0, output, skips })
})
