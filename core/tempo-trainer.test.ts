import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bpm } from '#tests/builders.ts'
import {
  afterClean,
  afterMiss,
  byHand,
  defaultStep,
  offeredTempo,
  parseTrainerChoice,
  startedTrainer,
  tempoInBar,
  trainerFor,
  TRAINER_OFF,
  type TrainerSettings,
} from './tempo-trainer.ts'

const byClean: TrainerSettings = { kind: 'clean', step: 4, cleans: 3 }
const byBars: TrainerSettings = { kind: 'bars', step: 5, bars: 2 }
const climb = () => startedTrainer(bpm(80), bpm(120))

describe('the tempo trainer', () => {
  test.each([
    [80, 120, 4],
    [80, 81, 1],
    [120, 80, 1],
    [40, 208, 8],
  ])('[TR1] from %i bpm to %i the step is %i bpm', (currentTempo, endTempo, step) => {
    const part = { currentTempo: bpm(currentTempo), endTempo: bpm(endTempo) }
    expect(defaultStep(part)).toBe(step)
    const clean = parseTrainerChoice({ kind: 'clean' })
    expect(trainerFor(clean, part)).toEqual({ kind: 'clean', step, cleans: 3 })
    expect(trainerFor({ ...clean, kind: 'bars' }, part)).toEqual({ kind: 'bars', step, bars: 4 })
  })

  test('[TR2] three clean runs in a row are a step up, a miss between begins the row anew', () => {
    let trainer = climb()
    for (let run = 0; run < 2; run++) trainer = afterClean(trainer, byClean)
    expect(trainer.tempo).toBe(80)
    trainer = afterMiss(trainer, byClean)
    for (let run = 0; run < 2; run++) trainer = afterClean(trainer, byClean)
    expect(trainer.tempo).toBe(80)
    expect(afterClean(trainer, byClean)).toMatchObject({ tempo: 84, inARow: 0, misses: 0 })
  })

  test('[TR2] the climb ends at the goal, and who is past it is not pulled back', () => {
    let trainer = climb()
    for (let run = 0; run < 60; run++) trainer = afterClean(trainer, byClean)
    expect(trainer.tempo).toBe(120)
    trainer = byHand(trainer, bpm(130))
    for (let run = 0; run < 6; run++) trainer = afterClean(trainer, byClean)
    expect(trainer.tempo).toBe(130)
  })

  test('[TR3] two misses at a tempo are a step down, never below 40', () => {
    const once = afterMiss(climb(), byClean)
    expect(once.tempo).toBe(80)
    expect(afterMiss(once, byClean)).toMatchObject({ tempo: 76, misses: 0 })
    let slow = startedTrainer(bpm(42), bpm(120))
    for (let run = 0; run < 4; run++) slow = afterMiss(slow, byClean)
    expect(slow.tempo).toBe(40)
    expect(afterMiss(climb(), byBars).tempo).toBe(75)
    expect(afterMiss(afterMiss(climb(), TRAINER_OFF), TRAINER_OFF).tempo).toBe(80)
  })

  test('[TR4] what is offered is the highest clean tempo; with none, the tempo as it was', () => {
    let trainer = climb()
    expect(offeredTempo(trainer)).toBe(80)
    for (let run = 0; run < 4; run++) trainer = afterClean(trainer, byClean)
    expect(offeredTempo(trainer)).toBe(84)
    for (let run = 0; run < 4; run++) trainer = afterMiss(trainer, byClean)
    expect(trainer.tempo).toBe(76)
    expect(offeredTempo(trainer)).toBe(84)
  })

  test('[TR5] by bars the tempo rises after every so many, up to the goal, and not in the count-in', () => {
    const tempos = [-1, 0, 1, 2, 3, 4, 16, 17, 99].map(bar => tempoInBar(byBars, bpm(80), bpm(120), bar))
    expect(tempos).toEqual([80, 80, 80, 85, 85, 90, 120, 120, 120])
    expect(tempoInBar(byBars, bpm(130), bpm(120), 50)).toBe(130)
    expect(tempoInBar(TRAINER_OFF, bpm(80), bpm(120), 50)).toBe(80)
  })

  test('[TR6] a slider moved by hand counts before the climb, until the next clean run', () => {
    const moved = byHand(afterClean(climb(), byClean), bpm(100))
    expect(offeredTempo(moved)).toBe(100)
    expect(offeredTempo(afterMiss(moved, byClean))).toBe(100)
    const clean = afterClean(moved, byClean)
    expect(offeredTempo(clean)).toBe(100)
    expect(offeredTempo(byHand(clean, bpm(70)))).toBe(70)
    expect(offeredTempo(startedTrainer(bpm(80), bpm(120), bpm(96)))).toBe(96)
  })

  test('[TR7] whatever is pressed, all tempos are whole and between 40 and the fastest of start, goal and hand', () => {
    const anyPress = fc.constantFrom('clean', 'miss', 'hand')
    fc.assert(
      fc.property(fc.array(anyPress, { maxLength: 60 }), fc.integer({ min: 1, max: 8 }), (presses, step) => {
        let trainer = climb()
        for (const press of presses) {
          const settings: TrainerSettings = { kind: 'clean', step, cleans: 2 }
          if (press === 'clean') trainer = afterClean(trainer, settings)
          if (press === 'miss') trainer = afterMiss(trainer, settings)
          if (press === 'hand') trainer = byHand(trainer, bpm(110))
          for (const tempo of [trainer.tempo, offeredTempo(trainer)]) {
            expect(Number.isInteger(tempo) && tempo >= 40 && tempo <= 120).toBe(true)
          }
        }
      }),
    )
  })

  test('[TR8] it is off until it is wanted; an own step holds for every part, and nonsense that was kept for none', () => {
    const part = { currentTempo: bpm(80), endTempo: bpm(120) }
    expect(trainerFor(parseTrainerChoice(null), part)).toEqual({ kind: 'off' })
    expect(trainerFor(parseTrainerChoice({ kind: 'bars', step: 2, bars: 8 }), part)).toEqual({
      kind: 'bars',
      step: 2,
      bars: 8,
    })
    expect(parseTrainerChoice({ kind: 'up', step: 9, bars: 0.5, cleans: 'three' })).toEqual(
      parseTrainerChoice(null),
    )
  })
})
