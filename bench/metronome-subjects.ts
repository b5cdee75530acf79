import type { APIRequestContext } from '@playwright/test'
import { runPlainMetronome } from '../e2e/metronome/clicking.ts'
import type { RawTab } from '../e2e/sync/raw-browser.ts'
import { pressInTab, copyCookies, waitForExpression } from '../e2e/sync/raw-tab-steps.ts'

/** A metronome to measure, which plays 133 bpm. */
export type MeasuredMetronome = {
  readonly name: string
  open(tab: RawTab): Promise<void>
  start(tab: RawTab): Promise<void>
  setTempo(tab: RawTab, bpm: number): Promise<unknown>
}

/** Creates Dacapo's metronome, in a practice step of a signed-in user. */
export const createDacapoSubject = (origin: string, signedIn: APIRequestContext): MeasuredMetronome => ({
  name: 'Dacapo',
  async open(tab) {
    await copyCookies(tab, signedIn, origin)
    await tab.goto(`${origin}/practice`)
    await pressInTab(tab, 'Start practicing')
    await waitForExpression(tab, `document.querySelector('input[type=range]') !== null`)
  },
  start: tab => pressInTab(tab, 'Start metronome'),
  setTempo: (tab, bpm) =>
    // Past React's own setter, which would take the new value for the old one.
    tab.evaluate(`{ const slider = document.querySelector('input[type=range]')
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(slider, '${bpm}')
      slider.dispatchEvent(new Event('input', { bubbles: true })) }`),
})

/** Creates a simple metronome as most pages have it: a timer of 25 ms that schedules 0.2 s ahead. */
export const createPlainSubject = (origin: string): MeasuredMetronome => ({
  name: 'plain 25 ms / 0.2 s',
  open: tab => tab.goto(`${origin}/robots.txt`),
  start: async tab => void (await tab.evaluate(`(${String(runPlainMetronome)})(133)`)),
  setTempo: (tab, bpm) => tab.evaluate(`window.plainTempo = ${bpm}`),
})

/** Creates a metronome with the transport of Tone.js and a short sine, as in its documentation. */
export const createToneSubject = (origin: string, source: string): MeasuredMetronome => ({
  name: 'Tone.js',
  async open(tab) {
    await tab.goto(`${origin}/robots.txt`)
    await tab.evaluate(`${source};0`)
  },
  start: async tab =>
    void (await tab.evaluate(`(async () => {
      await Tone.start()
      Tone.getTransport().bpm.value = 133
      const synth = new Tone.Synth({ oscillator: { type: 'sine' }, envelope: { attack: 0.001, decay: 0.02, sustain: 0, release: 0.01 } }).toDestination()
      new Tone.Loop(time => synth.triggerAttackRelease(1800, 0.03, time), '4n').start(0)
      Tone.getTransport().start('+0.05')
    })()`)),
  setTempo: (tab, bpm) => tab.evaluate(`Tone.getTransport().bpm.value = ${bpm}`),
})
