import { LONG_NAME_PIECES } from './libraries.ts'
import { atStep } from './routines.ts'
import { breakAudioOutput, endAudioWait } from './sound-trouble.ts'
import { statesOfRoute } from './state.ts'

/** The screen states of a step whose metronome is silent although it was started. */
export const practiceSoundStates = statesOfRoute('/practice', 'signed-in', [
  {
    name: 'practice-step-starting',
    async open(visit) {
      await atStep(visit, LONG_NAME_PIECES)
      await breakAudioOutput(visit.page, 'hangs')
      await visit.press('practice:step.startMetronome')
      await visit.see('practice:step.starting')
    },
  },
  {
    name: 'practice-step-timed-out',
    after: 'practice-step-starting',
    async open(visit) {
      await endAudioWait(visit.page)
      await visit.see('practice:step.timedOut')
      await visit.button('practice:step.retryMetronome').waitFor()
    },
  },
  {
    name: 'practice-step-silent',
    after: 'practice-step-timed-out',
    async open(visit) {
      await breakAudioOutput(visit.page, 'is missing')
      await visit.press('practice:step.retryMetronome')
      await visit.see('practice:step.silent')
    },
  },
  {
    name: 'practice-step-interrupted',
    after: 'practice-step-silent',
    async open(visit) {
      await breakAudioOutput(visit.page, 'is interrupted')
      await visit.press('practice:step.startMetronome')
      await visit.see('practice:step.interrupted')
      await visit.button('practice:step.resumeMetronome').waitFor()
    },
  },
])
