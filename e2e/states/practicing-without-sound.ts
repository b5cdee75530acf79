import type { Page } from '@playwright/test'
import { AUDIO_START_TIMEOUT_MS } from '#web/metronome/metronome.ts'
import { LONG_NAME_PIECES } from './libraries.ts'
import { atStep } from './routines.ts'
import { statesOfRoute } from './state.ts'

/** The screen states of a step whose metronome is silent although it was started. */
export const practiceSoundStates = statesOfRoute('/practice', 'signed-in', [
  {
    name: 'practice-step-starting',
    async open(visit) {
      await atStep(visit, LONG_NAME_PIECES)
      await hangAudioSystem(visit.page)
      await visit.press('practice:step.startMetronome')
      await visit.see('practice:step.starting')
    },
  },
  {
    name: 'practice-step-timed-out',
    after: 'practice-step-starting',
    async open(visit) {
      await visit.page.evaluate(() => void window.dispatchEvent(new Event('audio-wait-over')))
      await visit.see('practice:step.timedOut')
      await visit.button('practice:step.retryMetronome').waitFor()
    },
  },
])

/** Gives an open page an audio system that never starts. The page waits for it until the event `audio-wait-over`. */
const hangAudioSystem = (page: Page) =>
  page.evaluate(timeoutMs => {
    window.AudioContext = class extends AudioContext {
      override get state() {
        return 'suspended' as const
      }
      override get currentTime() {
        return 0
      }
      override resume() {
        return new Promise<void>(() => {})
      }
    }
    const set = window.setTimeout
    window.setTimeout = ((call: () => void, ms?: number, ...given: unknown[]) => {
      if (ms !== timeoutMs) return set(call, ms, ...given)
      window.addEventListener('audio-wait-over', call, { once: true })
      return 0
    }) as typeof set
  }, AUDIO_START_TIMEOUT_MS)
