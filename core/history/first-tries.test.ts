import { expect, test } from 'vitest'
import { NOON } from '#tests/library/builders.ts'
import { aHistoryEntry } from '#tests/library/history-builders.ts'
import { countCleanFirstTries } from './part-history.ts'

const tries = (...answers: (boolean | null)[]) =>
  answers.map((firstTryClean, at) => aHistoryEntry({ at: NOON + at, firstTryClean }))

test('[FT1] from five first tries on, how many of the last five were clean', () => {
  expect(countCleanFirstTries(tries(true, true, true, true))).toBe(null)
  expect(countCleanFirstTries(tries(true, null, true, false, null, true, true))).toBe(4)
  expect(countCleanFirstTries(tries(true, true, false, false, false, false, false))).toBe(0)
})

test('[FT1] what was taken back does not count', () => {
  const [first, ...others] = tries(false, true, true, true, true, true)
  const retracted = first === undefined ? [] : [{ ...first, retractedAt: NOON + 9 }]
  expect(countCleanFirstTries([...retracted, ...others])).toBe(5)
  expect(countCleanFirstTries([...retracted, ...others.slice(1)])).toBe(null)
})

test('[FT1][PF4] run-throughs are no first tries', () => {
  const [first, ...others] = tries(true, true, true, true, true, true)
  const run = first === undefined ? [] : [{ ...first, runThroughId: 'run' }]
  expect(countCleanFirstTries([...run, ...others])).toBe(5)
  expect(countCleanFirstTries([...run, ...others.slice(1)])).toBe(null)
})
