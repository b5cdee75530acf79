import type { Page } from '@playwright/test'
import { AUDIO_START_TIMEOUT_MS } from '#web/metronome/metronome.ts'

// What a state does to the audio system of a page.

/** The audio system never starts, there is none, or the system interrupts it after half a second, as a call does. */
type Fault = 'hangs' | 'is missing' | 'is interrupted'

/**
 * Gives an open page an audio system with a fault. The metronome notices it when it is started for the first time, or
 * again after it could not start. While it hangs, the page waits for it until `endAudioWait`.
 */
export const breakAudioOutput = (page: Page, fault: Fault) =>
  page.evaluate(
    ({ fault, timeoutMs }) => {
      const kept = window as Window & { ownAudio?: typeof AudioContext }
      const Own = (kept.ownAudio ??= window.AudioContext)
      const set = window.setTimeout
      switch (fault) {
        case 'hangs':
          window.AudioContext = class extends Own {
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
          window.setTimeout = ((call: () => void, ms?: number, ...given: unknown[]) => {
            if (ms !== timeoutMs) return set(call, ms, ...given)
            window.addEventListener('audio-wait-over', call, { once: true })
            return 0
          }) as typeof set
          return
        case 'is missing':
          Reflect.deleteProperty(window, 'AudioContext')
          return
        case 'is interrupted':
          window.AudioContext = class extends Own {
            isOpen = false
            override get state() {
              return this.isOpen ? 'interrupted' : super.state
            }
            override async resume() {
              await super.resume()
              setTimeout(() => {
                this.isOpen = true
                this.dispatchEvent(new Event('statechange'))
              }, 500)
            }
          }
      }
    },
    { fault, timeoutMs: AUDIO_START_TIMEOUT_MS },
  )

/** Ends the page's wait for an audio system that hangs. */
export const endAudioWait = (page: Page) =>
  page.evaluate(() => void window.dispatchEvent(new Event('audio-wait-over')))
