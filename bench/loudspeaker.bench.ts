import { setTimeout as sleep } from 'node:timers/promises'
import { blockMainThreadInPage } from '../e2e/metronome/clicking.ts'
import { startChromium } from '../e2e/engines/chromium.ts'
import type { EngineTab, StartEngine } from '../e2e/engines/engine.ts'
import { startFirefox } from '../e2e/engines/firefox.ts'
import { startJourney, type Journey } from '../e2e/engines/journey-setup.ts'
import { startWebkit } from '../e2e/engines/webkit.ts'
import { buildIfStale } from '../scripts/set-up/build.mjs'
import { findOrInstallChromium } from '../scripts/test/browser.ts'
import { installMissingEngines } from '../scripts/test/debian.ts'
import { measureRecording, measureFirstClick } from './loudspeaker-figures.ts'
import { startVirtualAudioOutput, SINK_RATE, type NullSink } from './null-sink.ts'

export const name = 'what reaches the loudspeaker'

const TEMPOS = [40, 133, 208]
const SECONDS = 10
const STALL = { ms: 1000, restMs: 250, times: 10 }

type Figures = Record<string, string>

/**
 * Records each engine and tempo at the output of the sound server (rule MT16), undisturbed and with the page's main thread
 * blocked for a second at a time. Only valid on an otherwise idle machine.
 */
export async function measure(): Promise<Figures> {
  await buildIfStale()
  const browser = await findOrInstallChromium()
  if (browser.kind === 'found') process.env['CHROMIUM_PATH'] = browser.path
  const missing = (await installMissingEngines()).map(({ name }) => name)
  const engines = { Chromium: startChromium, Firefox: startFirefox, WebKit: startWebkit }
  const sink = await startVirtualAudioOutput()
  try {
    const figures: Figures = {}
    for (const [name, start] of Object.entries(engines)) {
      const isMissing = name === 'Chromium' ? browser.kind === 'none' : missing.some(each => each === name)
      Object.assign(figures, isMissing ? { [name]: 'not installed' } : await measureEngine(start, sink))
    }
    return figures
  } finally {
    await sink.close()
  }
}

async function measureEngine(start: StartEngine, sink: NullSink): Promise<Figures> {
  const journey = await startJourney(profile => start(profile, { isAudible: true }))
  try {
    await openPracticeStep(journey)
    const figures: Figures = {}
    for (const bpm of TEMPOS)
      for (const [condition, result] of Object.entries(await measureTempo(journey, sink, bpm)))
        figures[`${journey.engine.version}, ${bpm} bpm, ${condition}`] = result
    return figures
  } finally {
    await journey.close()
  }
}

async function openPracticeStep(journey: Journey): Promise<void> {
  const { me, tab, origin } = journey
  await journey.signIn()
  await tab.open(`${origin}/new`)
  await me.press('button', /^Whole piece/)
  await me.fill(/^name of the piece/, 'Toccata')
  await me.press('button', /^Next/)
  await me.press('radio', /^5/)
  await me.press('button', /^Next/)
  await me.fill(/^goal bpm/, '208')
  await me.press('button', /^Next/)
  await me.fill(/^current bpm/, '133')
  await me.press('button', /^Save/)
  await me.at('/practice')
  await tab.open(`${origin}/practice`)
  await me.press('button', /^Start practicing/)
  await me.see('slider', /^tempo$/)
}

async function measureTempo({ tab, me }: Journey, sink: NullSink, bpm: number): Promise<Figures> {
  await setTempo(tab, bpm)
  const fromStart = await sink.record(SECONDS, () => me.press('button', /^Start metronome/))
  await me.see('button', /^Stop metronome/)
  const stalled = await sink.record(SECONDS, async () => {
    await tab.evaluate(`void (${blockMainThreadInPage.toString()})(${JSON.stringify(STALL)})`)
  })
  await sleep(STALL.times * (STALL.ms + STALL.restMs) - SECONDS * 1000)
  await me.press('button', /^Stop metronome/)
  await me.see('button', /^Start metronome/)
  const first = measureFirstClick(fromStart, SINK_RATE, bpm)
  if (first === null) return { undisturbed: 'no click at all' }
  const whole = first.isWhole ? 'whole' : 'cut'
  return {
    undisturbed: formatFigures(fromStart.subarray(first.at), bpm),
    'page blocked for 1 s at a time': formatFigures(stalled, bpm),
    'first click': `${whole}, ${first.errorMs.toFixed(3)} ms before or after its place`,
  }
}

/** Bypasses React's value setter, which would make React ignore the input event. */
const setTempo = (tab: EngineTab, bpm: number) =>
  tab.evaluate(`(() => { const slider = document.querySelector('input[type=range]')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(slider, '${bpm}')
    slider.dispatchEvent(new Event('input', { bubbles: true })) })()`)

function formatFigures(recording: Float32Array, bpm: number): string {
  const { clicks, missed, doubled, worstIntervalErrorMs } = measureRecording(recording, SINK_RATE, bpm)
  return `${clicks} clicks, ${missed} missed, ${doubled} doubled, worst interval error ${worstIntervalErrorMs.toFixed(3)} ms`
}
