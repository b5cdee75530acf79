import { expect, test } from 'vitest'
import { trainerStateAfterRun, type TrainerState } from '#core/practice/tempo-trainer.ts'
import {
  INITIAL_TRY_OUT_STATE,
  trainerSettingsFromTryOut,
  withTryOutTrainerToggled,
  withTryOutRestartedAtTempo,
} from './try-out-state.ts'

test('[SG23] the try-out begins at 120 bpm, and a tempo set or tapped out of range is the nearest within 40 to 208', () => {
  const tempos = [
    INITIAL_TRY_OUT_STATE,
    withTryOutRestartedAtTempo(INITIAL_TRY_OUT_STATE, 92),
    withTryOutRestartedAtTempo(INITIAL_TRY_OUT_STATE, 31),
    withTryOutRestartedAtTempo(INITIAL_TRY_OUT_STATE, 240),
  ]
  expect(tempos.map(({ trainer }) => trainer.tempo)).toEqual([120, 92, 40, 208])
})

test('[SG23] one press turns the trainer on: three clean runs are a step up from the tempo that is set, as high as 208', () => {
  const training = withTryOutTrainerToggled(withTryOutRestartedAtTempo(INITIAL_TRY_OUT_STATE, 205))
  const settings = trainerSettingsFromTryOut(training)
  expect(settings).toEqual({ kind: 'clean', step: 7, cleans: 3 })
  const tempos = [1, 2, 3].map(runs => {
    const trained = Array.from({ length: runs }).reduce<TrainerState>(
      trainer => trainerStateAfterRun(trainer, settings, true),
      training.trainer,
    )
    return trained.tempo
  })
  expect(tempos).toEqual([205, 205, 208])
  expect(trainerSettingsFromTryOut(withTryOutTrainerToggled(training))).toEqual({ kind: 'off' })
})
