import { LONG_NAME_PIECES, SWAN_PIECE } from './libraries.ts'
import { atStep, running } from './practicing.ts'
import { statesOfRoute } from './state.ts'
import { hangAudioOutput, interruptSound, removeAudioSystem } from './trouble.ts'
import type { Visit } from './visit.ts'

/** The screen states of a step whose metronome is silent, wanted or not. */
export const practiceSoundStates = statesOfRoute('/practice', 'signed-in', [
  {
    name: 'practice-step-interrupted',
    async open(visit) {
      await interruptSound(visit.page)
      await startClick(visit)
      await visit.see('practice:step.interrupted')
      await visit.button('practice:step.resumeMetronome').waitFor()
    },
  },
  {
    name: 'practice-step-starting',
    async open(visit) {
      await hangAudioOutput(visit.page, 'for ever')
      await startClick(visit)
      await visit.see('practice:step.starting')
    },
  },
  {
    name: 'practice-step-timed-out',
    async open(visit) {
      await hangAudioOutput(visit.page, 'not at all')
      await startClick(visit)
      await visit.see('practice:step.timedOut')
      await visit.button('practice:step.retryMetronome').waitFor()
    },
  },
  {
    name: 'practice-step-silent',
    async open(visit) {
      await removeAudioSystem(visit.page)
      await atStep(visit)
      await visit.press('practice:step.startMetronome')
      await visit.see('practice:step.silent')
    },
  },
  {
    name: 'practice-step-silent-bar',
    async open(visit) {
      await running(visit, [{ ...SWAN_PIECE, click: { beats: 3, rest: 16 } }])
      await visit.page.locator('b[class*=silent]').waitFor()
    },
  },
])

/** Begins a routine and presses the start of the metronome, without waiting for its sound. */
async function startClick(visit: Visit) {
  await atStep(visit, LONG_NAME_PIECES)
  await visit.press('practice:step.startMetronome')
}
