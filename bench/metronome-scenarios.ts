import { setTimeout as sleep } from 'node:timers/promises'
import { compareWithGrid, clickIntervals } from '#tests/metronome/click-analysis.ts'
import { blockMainThreadInPage } from '../e2e/metronome/clicking.ts'
import { startRawBrowser, type RawBrowser, type RawTab } from '../e2e/sync/raw-browser.ts'
import { clicksOfTab, audioClockOf, waitOnAudioClock, waitForExpression } from '../e2e/sync/raw-tab-steps.ts'
import { recordingScript } from '../e2e/metronome/sound-recorder.ts'
import type { MeasuredMetronome } from './metronome-subjects.ts'

type Trouble =
  | { readonly kind: 'none' | 'hidden' | 'slowed' | 'tempo' }
  | { readonly kind: 'stalled'; readonly ms: number; readonly times: number }

type Scenario = {
  readonly name: string
  readonly seconds: number
  readonly trouble: Trouble
  readonly flags?: readonly string[]
}

const stalled = (ms: number, times: number): Trouble => ({ kind: 'stalled', ms, times })
const MUTED = '--mute-audio'

/**
 * The disturbances under which metronomes are measured. Each begins a second after the first click. A muted browser
 * throttles hidden pages.
 */
export const SCENARIOS: readonly Scenario[] = [
  { name: 'undisturbed', seconds: 60, trouble: { kind: 'none' } },
  { name: 'stalled 100 ms', seconds: 12, trouble: stalled(100, 40) },
  { name: 'stalled 150 ms', seconds: 12, trouble: stalled(150, 34) },
  { name: 'stalled 500 ms', seconds: 12, trouble: stalled(500, 16) },
  { name: 'stalled 1 s', seconds: 12, trouble: stalled(1000, 9) },
  { name: 'stalled 5 s', seconds: 16, trouble: stalled(5000, 3) },
  { name: 'hidden, heard', seconds: 12, trouble: { kind: 'hidden' } },
  { name: 'hidden, 1 s timers', seconds: 12, trouble: { kind: 'hidden' }, flags: [MUTED] },
  {
    name: 'hidden, 1 min timers wanted',
    seconds: 24,
    trouble: { kind: 'hidden' },
    flags: [MUTED, '--enable-features=IntensiveWakeUpThrottling:grace_period_seconds/5'],
  },
  { name: 'processor 6 times slower', seconds: 12, trouble: { kind: 'slowed' } },
  { name: 'tempo 133 to 97', seconds: 12, trouble: { kind: 'tempo' } },
]

const INTERVAL = 60 / 133
const OTHER = 97

/** Measures a metronome under a disturbance. Returns the result as text for a table. */
export async function measureScenario(scenario: Scenario, subject: MeasuredMetronome): Promise<string> {
  const browser = await startRawBrowser(...(scenario.flags ?? []))
  try {
    const tab = await browser.open(recordingScript())
    await subject.open(tab)
    await subject.start(tab)
    await waitForExpression(tab, 'window.recordedSounds.length > 1')
    await waitOnAudioClock(tab, 1)
    const changed = await bring(scenario, subject, browser, tab)
    const end = await audioClockOf(tab)
    await sleep(500)
    const times = (await clicksOfTab(tab)).map(({ time }) => time).filter(time => time <= end)
    return changed === null ? inWords(times, end) : changeInWords(times, changed)
  } finally {
    await browser.close()
  }
}

/** Gives the time of the change of tempo where there was one, in seconds of the audio clock. */
async function bring(
  { trouble, seconds }: Scenario,
  subject: MeasuredMetronome,
  browser: RawBrowser,
  tab: RawTab,
) {
  const until = (await audioClockOf(tab)) + seconds
  if (trouble.kind === 'hidden') await (await browser.open()).bringToFront()
  if (trouble.kind === 'slowed') await tab.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  if (trouble.kind === 'stalled') {
    const asked = { ms: trouble.ms, times: trouble.times, restMs: trouble.ms < 500 ? 150 : 300 }
    await tab.evaluate(`(${String(blockMainThreadInPage)})(${JSON.stringify(asked)})`)
  }
  if (trouble.kind === 'tempo') {
    await waitOnAudioClock(tab, seconds / 2)
    const at = await audioClockOf(tab)
    await subject.setTempo(tab, OTHER)
    await waitOnAudioClock(tab, seconds / 2)
    return at
  }
  await waitOnAudioClock(tab, until - (await audioClockOf(tab)))
  return null
}

/** Missed at the end are those that were due before the recording ended. */
function inWords(times: readonly number[], end: number): string {
  const { clicks, missed, doubled, largestErrorMs } = compareWithGrid(times, INTERVAL)
  const silent = Math.max(0, Math.floor((end - (times.at(-1) ?? end)) / INTERVAL - 0.02))
  const due = clicks - doubled + missed + silent
  return `${missed + silent}${doubled > 0 ? `+${doubled}` : ''}/${due} ${largestErrorMs.toFixed(4)}`
}

function changeInWords(times: readonly number[], at: number): string {
  const gaps = clickIntervals(times)
  const isNew = (gap: number) => Math.abs(gap - 60 / OTHER) < 0.0005
  const odd = gaps.filter(gap => Math.abs(gap - INTERVAL) >= 0.0005 && !isNew(gap))
  const first = times[gaps.findIndex(isNew)]
  const since = first === undefined ? 'never' : `${Math.round((first - at) * 1000)} ms`
  return `odd ${odd.map(gap => Math.round(gap * 1000)).join(' ') || 'none'}; new from ${since}`
}
