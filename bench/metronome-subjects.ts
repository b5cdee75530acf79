import type { APIRequestContext } from '@playwright/test'
import { plainScheduler } from '../e2e/metronome/clicking.ts'
import type { RawTab } from '../e2e/sync/raw-browser.ts'
import { press, takeCookies, until } from '../e2e/sync/raw-tab-steps.ts'

/** A metronome that is measured. Each plays 133 bpm. */
export type Subject = {
  readonly name: string
  open(tab: RawTab): Promise<void>
  start(tab: RawTab): Promise<void>
  setTempo(tab: RawTab, bpm: number): Promise<unknown>
}

/** Ours, in a step of a signed-in musician. */
export const dacapo = (origin: string, signedIn: APIRequestContext): Subject => ({
  name: 'Dacapo',
  async open(tab) {
    await takeCookies(tab, signedIn, origin)
    await tab.goto(`${origin}/practice`)
    await press(tab, 'Start practicing')
    await until(tab, `document.querySelector('input[type=range]') !== null`)
  },
  start: tab => press(tab, 'Start metronome'),
  setTempo: (tab, bpm) =>
    // Past React's own setter, which would take the new value for the old one.
    tab.evaluate(`{ const slider = document.querySelector('input[type=range]')
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(slider, '${bpm}')
      slider.dispatchEvent(new Event('input', { bubbles: true })) }`),
})

/** What most pages have: a timer of 25 ms that orders 0.2 s ahead. */
export const plain = (origin: string): Subject => ({
  name: 'plain 25 ms / 0.2 s',
  open: tab => tab.goto(`${origin}/robots.txt`),
  start: async tab => void (await tab.evaluate(`(${String(plainScheduler)})(133)`)),
  setTempo: (tab, bpm) => tab.evaluate(`window.plainTempo = ${bpm}`),
})

/** The transport of Tone.js with a short sine, as its documentation has it. */
export const tone = (origin: string, source: string): Subject => ({
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
