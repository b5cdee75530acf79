import { expect, type Page } from '@playwright/test'
import { compareWithGrid } from '#tests/metronome/click-analysis.ts'
import { button } from '../controls.ts'
import { waitForSound } from './sound-recorder.ts'

export async function startClick(page: Page): Promise<void> {
  await button(page, 'Start metronome').click()
  await button(page, 'Stop metronome').waitFor()
  await waitForSound(page)
}

export const blockMainThread = (page: Page, ms: number, times: number, restMs = 150): Promise<void> =>
  page.evaluate(blockMainThreadInPage, { ms, times, restMs })

export async function blockMainThreadInPage(block: {
  ms: number
  times: number
  restMs: number
}): Promise<void> {
  for (let time = 0; time < block.times; time++) {
    const end = performance.now() + block.ms
    while (performance.now() < end);
    await new Promise(resolve => setTimeout(resolve, block.restMs))
  }
}

export const SAMPLE_MS = 1000 / 44_100

/** `times` and `interval` in seconds. */
export function expectOnGrid(times: readonly number[], interval: number) {
  const comparison = compareWithGrid(times, interval)
  expect(comparison, `clicks at ${times.join(' ')}`).toMatchObject({ missed: 0, doubled: 0, late: 0 })
  expect(comparison.largestErrorMs).toBeLessThan(SAMPLE_MS)
  return comparison
}

export const recordPressTimes = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const record = () =>
      Object.assign(window, { pressedAt: window.audioContexts.at(-1)?.currentTime ?? Number.NaN })
    for (const type of ['click', 'keydown', 'pointerdown', 'input'])
      document.addEventListener(type, record, { capture: true })
  })

export const lastPressAudioTime = (page: Page): Promise<number> =>
  page.evaluate(() => Number(Reflect.get(window, 'pressedAt')))

/**
 * A control for the measurement, to be run in the page: a common kind of metronome, in which a timer of 25 ms schedules
 * the clicks of the next 0.2 s in the tempo of `window.plainTempo`.
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
