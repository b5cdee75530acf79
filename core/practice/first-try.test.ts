import { expect, test } from 'vitest'
import { bpm, day } from '#tests/library/builders.ts'
import {
  wasFirstTryClean,
  recordFirstRating,
  recordCleanRun,
  recordMissedRun,
  createTrainerState,
  type TrainerState,
} from './tempo-trainer.ts'

const BY_RUNS = { kind: 'clean', step: 4, cleans: 1 } as const
const today = day('2026-11-20')
const yesterday = day('2026-11-19')
const at = (tempo: number) => createTrainerState(bpm(80), bpm(120), bpm(tempo))
const clean = (before: TrainerState) => recordFirstRating(before, recordCleanRun(before, BY_RUNS), true)
const again = (before: TrainerState) => recordFirstRating(before, recordMissedRun(before, BY_RUNS), false)
const part = { currentTempo: bpm(80) }

test('[FT1] the first answer in a step at the saved tempo is the first try, whatever comes after it', () => {
  expect(wasFirstTryClean(clean(at(80)), part, yesterday, today)).toBe(true)
  expect(wasFirstTryClean(again(at(80)), part, yesterday, today)).toBe(false)
  expect(wasFirstTryClean(clean(clean(again(at(80)))), part, yesterday, today)).toBe(false)
  expect(wasFirstTryClean(again(clean(at(80))), part, yesterday, today)).toBe(true)
})

test('[FT1] an answer at another tempo, or none, is no first try', () => {
  expect(wasFirstTryClean(clean(at(84)), part, yesterday, today)).toBeNull()
  expect(wasFirstTryClean(at(80), part, yesterday, today)).toBeNull()
  expect(wasFirstTryClean(undefined, part, yesterday, today)).toBeNull()
})

test('[FT1] a part that did not rest for a day, or was never practiced, has no first try', () => {
  expect(wasFirstTryClean(clean(at(80)), part, today, today)).toBeNull()
  expect(wasFirstTryClean(clean(at(80)), part, null, today)).toBeNull()
})
