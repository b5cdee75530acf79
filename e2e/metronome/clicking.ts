import { expect, type Page } from '@playwright/test'
import { compareWithGrid } from '#tests/metronome/click-analysis.ts'
import { button } from '../controls.ts'
import { waitForSound } from './sound-recorder.ts'

/** Starts the click of a step and waits until the recorder receives sound. */
export async function startClick(page: Page): Promise<void> {
  await button(page, 'Start metronome').click()
  await button(page, 'Stop metronome').waitFor()
  await waitForSound(page)
}

/** Blocks the page's main thread for `ms`, `times` times, with a pause of `restMs` after each, in milliseconds. */
export const blockMainThread = (page: Page, ms: number, times: number, restMs = 150): Promise<void> =>
  page.evaluate(blockMainThreadInPage, { ms, times, restMs })

/** To be run in the page. */
export async function blockMainThreadInPage(asked: {
  ms: number
  times: number
  restMs: number
}): Promise<void> {
  for (let time = 0; time < asked.times; time++) {
    const until = performance.now() + asked.ms
    while (performance.now() < until);
    await new Promise(resolve => setTimeout(resolve, asked.restMs))
  }
}

/** Duration of one sample at 44.1 kHz, in milliseconds. */
export const SAMPLE_MS = 1000 / 44_100

/** None missed, doubled or late, none more than a sample off; times in seconds. */
export function expectOnGrid(times: readonly number[], interval: number) {
  const figures = compareWithGrid(times, interval)
  expect(figures, `clicks at ${times.join(' ')}`).toMatchObject({ missed: 0, doubled: 0, late: 0 })
  expect(figures.largestErrorMs).toBeLessThan(SAMPLE_MS)
  return figures
}

/** Makes the page record the audio clock at each press, before its own listeners run. */
export const recordPressTimes = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const note = () =>
      Object.assign(window, { pressedAt: window.audioContexts.at(-1)?.currentTime ?? Number.NaN })
    for (const type of ['click', 'keydown', 'pointerdown', 'input'])
      document.addEventListener(type, note, { capture: true })
  })

/** Returns the audio clock at the last press, in seconds. */
export const lastPressAudioTime = (page: Page): Promise<number> =>
  page.evaluate(() => Number(Reflect.get(window, 'pressedAt')))

/**
 * A simple metronome as most pages have it, as a control for the measurement: a timer of 25 ms schedules the clicks of
 * the next 0.2 s in the tempo of `window.plainTempo`. To be run in the page.
 */
export function runPlainMetronome(bpm: number): void {
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
