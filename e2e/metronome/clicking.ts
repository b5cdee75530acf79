import type { Page } from '@playwright/test'
import { button } from '../controls.ts'
import { untilHeard } from './sound-recorder.ts'

/** Starts the click of a step and waits until the recorder hears everything. */
export async function startClick(page: Page): Promise<void> {
  await button(page, 'Start metronome').click()
  await button(page, 'Stop metronome').waitFor()
  await untilHeard(page)
}

/** Keeps a page from everything else for so long, so many times, with a rest after each. Milliseconds. */
export const stall = (page: Page, ms: number, times: number, restMs = 150): Promise<void> =>
  page.evaluate(stallInPage, { ms, times, restMs })

/** The same as a function to be run in a page. */
export async function stallInPage(asked: { ms: number; times: number; restMs: number }): Promise<void> {
  for (let time = 0; time < asked.times; time++) {
    const until = performance.now() + asked.ms
    while (performance.now() < until);
    await new Promise(resolve => setTimeout(resolve, asked.restMs))
  }
}

/** Notes the audio clock at the moment of each press, before anything of the page hears of it. */
export const notePresses = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const note = () =>
      Object.assign(window, { pressedAt: window.audioContexts.at(-1)?.currentTime ?? Number.NaN })
    for (const type of ['click', 'keydown', 'pointerdown'])
      document.addEventListener(type, note, { capture: true })
  })

/** The audio clock at the last press, in seconds. */
export const pressedAt = (page: Page): Promise<number> =>
  page.evaluate(() => Number(Reflect.get(window, 'pressedAt')))

/**
 * A metronome as most pages have one, to measure the measurement: each 25 ms a timer orders what sounds within the
 * next 0.2 s, in the tempo of `window.plainTempo`. To be run in a page.
 */
export function plainScheduler(bpm: number): void {
  const context = new AudioContext()
  Object.assign(window, { plainTempo: bpm })
  let next = context.currentTime + 0.05
  setInterval(() => {
    while (next < context.currentTime + 0.2) {
      const oscillator = new OscillatorNode(context, { frequency: 1800 })
      const envelope = new GainNode(context, { gain: 0 })
      envelope.gain.setValueAtTime(1, next)
      envelope.gain.exponentialRampToValueAtTime(0.001, next + 0.02)
      oscillator.connect(envelope).connect(context.destination)
      oscillator.start(next)
      oscillator.stop(next + 0.03)
      next += 60 / Number(Reflect.get(window, 'plainTempo'))
    }
  }, 25)
}
