import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bpm, day } from '#tests/library/builders.ts'
import {
  trainerStateAfterRun,
  withTrainerTempo,
  withTrainerKind,
  withTrainerToggled,
  defaultStepForTempo,
  trainerTempoToSave,
  parseTrainerPreferences,
  createTrainerState,
  tempoInBar,
  trainerStepRuleForTempo,
  TRAINER_OFF,
  type TrainerStepRule,
  type TrainerState,
  wasFirstTryOfDayClean,
} from './tempo-trainer.ts'

const byClean: TrainerStepRule = { kind: 'clean', step: 4, cleans: 3 }
const byBars: TrainerStepRule = { kind: 'bars', step: 5, bars: 2 }
const afterClean = (before: TrainerState, settings: TrainerStepRule) =>
  trainerStateAfterRun(before, settings, true)
const afterMiss = (before: TrainerState, settings: TrainerStepRule) =>
  trainerStateAfterRun(before, settings, false)
const trainerAt80 = () => createTrainerState(bpm(80), bpm(120))

describe('the tempo trainer', () => {
  test('[TR2] a step is 3 to 4 % of the tempo where a whole number is, and at least 1 bpm', () => {
    const steps = [40, 60, 83, 100, 120, 160, 228].map(tempo => defaultStepForTempo(bpm(tempo)))
    expect(steps).toEqual([1, 2, 3, 4, 4, 6, 8])
    const clean = parseTrainerPreferences({ kind: 'clean' })
    expect(trainerStepRuleForTempo(clean, bpm(83))).toEqual({ kind: 'clean', step: 3, cleans: 3 })
    expect(trainerStepRuleForTempo({ ...clean, kind: 'bars' }, bpm(120))).toEqual({
      kind: 'bars',
      step: 4,
      bars: 4,
    })
  })

  test('[TR2] three clean runs in a row are a step up, a miss between begins the row anew', () => {
    let trainer = trainerAt80()
    for (let run = 0; run < 2; run++) trainer = afterClean(trainer, byClean)
    expect(trainer.tempo).toBe(80)
    trainer = afterMiss(trainer, byClean)
    for (let run = 0; run < 2; run++) trainer = afterClean(trainer, byClean)
    expect(trainer.tempo).toBe(80)
    expect(afterClean(trainer, byClean)).toMatchObject({ tempo: 84, inARow: 0, misses: 0 })
  })

  test('[TR2] the climb ends at the goal, and who is past it is not pulled back', () => {
    let trainer = trainerAt80()
    for (let run = 0; run < 60; run++) trainer = afterClean(trainer, byClean)
    expect(trainer.tempo).toBe(120)
    trainer = withTrainerTempo(trainer, bpm(130))
    for (let run = 0; run < 6; run++) trainer = afterClean(trainer, byClean)
    expect(trainer.tempo).toBe(130)
  })

  test('[TR2] two misses at a tempo are a step down, never below 40', () => {
    const once = afterMiss(trainerAt80(), byClean)
    expect(once.tempo).toBe(80)
    expect(afterMiss(once, byClean)).toMatchObject({ tempo: 76, misses: 0 })
    let slow = createTrainerState(bpm(42), bpm(120))
    for (let run = 0; run < 4; run++) slow = afterMiss(slow, byClean)
    expect(slow.tempo).toBe(40)
    expect(afterMiss(trainerAt80(), byBars).tempo).toBe(75)
    expect(afterMiss(afterMiss(trainerAt80(), TRAINER_OFF), TRAINER_OFF).tempo).toBe(80)
  })

  test('[TR4] what is offered is the highest confirmed tempo; with none, the tempo as it was', () => {
    let trainer = trainerAt80()
    for (let run = 0; run < 2; run++) trainer = afterClean(trainer, byClean)
    expect(trainerTempoToSave(trainer)).toBe(80)
    expect(trainer.confirmed).toBe(null)
    trainer = afterClean(trainer, byClean)
    expect(trainer).toMatchObject({ tempo: 84, confirmed: 80 })
    for (let run = 0; run < 2; run++) trainer = afterClean(trainer, byClean)
    expect(trainerTempoToSave(trainer)).toBe(80)
    // A miss restarts the count, so three clean runs in all confirm nothing.
    trainer = afterClean(afterMiss(trainer, byClean), byClean)
    expect(trainerTempoToSave(trainer)).toBe(80)
    for (let run = 0; run < 2; run++) trainer = afterClean(trainer, byClean)
    expect(trainerTempoToSave(trainer)).toBe(84)
    for (let run = 0; run < 4; run++) trainer = afterMiss(trainer, byClean)
    expect(trainer.tempo).toBe(80)
    expect(trainerTempoToSave(trainer)).toBe(84)
  })

  test('[TR4] by bars the tempo rises after every so many, up to the goal, and not in the count-in', () => {
    const tempos = [-1, 0, 1, 2, 3, 4, 16, 17, 99].map(bar => tempoInBar(byBars, bpm(80), bpm(120), bar))
    expect(tempos).toEqual([80, 80, 80, 85, 85, 90, 120, 120, 120])
    expect(tempoInBar(byBars, bpm(130), bpm(120), 50)).toBe(130)
    expect(tempoInBar(TRAINER_OFF, bpm(80), bpm(120), 50)).toBe(80)
    expect(trainerTempoToSave(afterClean(withTrainerTempo(trainerAt80(), bpm(95)), byBars))).toBe(95)
  })

  test('[TR4] a slider moved by hand leads the climb and is saved when it is confirmed, faster or slower', () => {
    for (const tempo of [100, 70]) {
      let trainer = withTrainerTempo(afterClean(trainerAt80(), byClean), bpm(tempo))
      expect(trainer.inARow).toBe(0)
      expect(trainerTempoToSave(trainer)).toBe(80)
      for (let run = 0; run < 3; run++) trainer = afterClean(trainer, byClean)
      expect(trainerTempoToSave(trainer)).toBe(tempo)
    }
    expect(trainerTempoToSave(createTrainerState(bpm(80), bpm(120), bpm(96)))).toBe(80)
  })

  test('[TR2] whatever is pressed, all tempos are whole and between 40 and the fastest of start, goal and hand', () => {
    const anyPress = fc.constantFrom('clean', 'miss', 'hand')
    fc.assert(
      fc.property(fc.array(anyPress, { maxLength: 60 }), fc.integer({ min: 1, max: 8 }), (presses, step) => {
        let trainer = trainerAt80()
        for (const press of presses) {
          const settings: TrainerStepRule = { kind: 'clean', step, cleans: 2 }
          if (press === 'clean') trainer = afterClean(trainer, settings)
          if (press === 'miss') trainer = afterMiss(trainer, settings)
          if (press === 'hand') trainer = withTrainerTempo(trainer, bpm(110))
          for (const tempo of [trainer.tempo, trainerTempoToSave(trainer)]) {
            expect(Number.isInteger(tempo) && tempo >= 40 && tempo <= 120).toBe(true)
          }
        }
      }),
    )
  })

  test('[TR2] it is off until it is wanted; an own step holds for every part, and nonsense that was kept for none', () => {
    expect(trainerStepRuleForTempo(parseTrainerPreferences(null), bpm(80))).toEqual({ kind: 'off' })
    const own = { kind: 'bars', step: 2, bars: 8 }
    expect(trainerStepRuleForTempo(parseTrainerPreferences(own), bpm(80))).toEqual(own)
    // Off and on again it is the same, also when it was stored in between.
    const stored = parseTrainerPreferences(own)
    for (const off of [withTrainerToggled(stored), withTrainerKind(stored, 'off')])
      expect([off.kind, withTrainerToggled(parseTrainerPreferences(off)).kind]).toEqual(['off', 'bars'])
    expect(withTrainerToggled(parseTrainerPreferences(null)).kind).toBe('clean')
    expect(parseTrainerPreferences({ kind: 'up', step: 9, bars: 0.5, cleans: 'three' })).toEqual(
      parseTrainerPreferences(null),
    )
  })
})

const today = day('2026-11-20')
const yesterday = day('2026-11-19')
const at = (tempo: number) => createTrainerState(bpm(80), bpm(120), bpm(tempo))
const clean = (before: TrainerState) => afterClean(before, byClean)
const again = (before: TrainerState) => afterMiss(before, byClean)
const part = { currentTempo: bpm(80) }

test('[FT1] the first answer in a step at the saved tempo is the first try, whatever comes after it', () => {
  expect(wasFirstTryOfDayClean(clean(at(80)), part, yesterday, today)).toBe(true)
  expect(wasFirstTryOfDayClean(again(at(80)), part, yesterday, today)).toBe(false)
  expect(wasFirstTryOfDayClean(clean(clean(again(at(80)))), part, yesterday, today)).toBe(false)
  expect(wasFirstTryOfDayClean(again(clean(at(80))), part, yesterday, today)).toBe(true)
})

test('[FT1] an answer at another tempo, or none, is no first try', () => {
  expect(wasFirstTryOfDayClean(clean(at(84)), part, yesterday, today)).toBeNull()
  expect(wasFirstTryOfDayClean(at(80), part, yesterday, today)).toBeNull()
  expect(wasFirstTryOfDayClean(undefined, part, yesterday, today)).toBeNull()
})

test('[FT1] a part that did not rest for a day, or was never practiced, has no first try', () => {
  expect(wasFirstTryOfDayClean(clean(at(80)), part, today, today)).toBeNull()
  expect(wasFirstTryOfDayClean(clean(at(80)), part, null, today)).toBeNull()
})
