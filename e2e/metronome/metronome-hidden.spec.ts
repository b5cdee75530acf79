import { compareWithGrid } from '#tests/metronome/click-analysis.ts'
import { expectOnGrid, runPlainMetronome } from './clicking.ts'
import { expect, test } from '../musician.ts'
import { startRawBrowser, type RawTab } from '../sync/raw-browser.ts'
import {
  clicksOfTab,
  waitOnAudioClock,
  pressInTab,
  copyCookies,
  waitForExpression,
} from '../sync/raw-tab-steps.ts'
import { recordingScript } from './sound-recorder.ts'

// Needs a raw browser, because Playwright never hides a page.

// A timer of the test, which the browser throttles like the timers of the page.
const COUNT_TICKS = 'window.ticks = 0; setInterval(() => window.ticks++, 25)'
const HIDDEN_SECONDS = 12
const INTERVAL = 60 / 133

// Only a muted browser throttles the timers of a hidden page that plays sound.
test('[MT16] in a hidden tab whose timers fire once a second no beat is missed, and a plain scheduler is found to lose beats', async ({
  page,
  musician,
  dacapo,
}) => {
  await musician.signIn()
  await musician.fillLibrary([{ name: 'Toccata', importance: 5, endTempo: 140, parts: [[null, 133]] }])
  const browser = await startRawBrowser('--mute-audio')
  try {
    const plain = await browser.open(`${recordingScript()};${COUNT_TICKS}`)
    await plain.goto(`${dacapo.origin}/robots.txt`)
    await plain.evaluate(`(${String(runPlainMetronome)})(133)`)
    await waitForExpression(plain, 'window.recordedSounds.length > 1')

    const tab = await browser.open(`${recordingScript()};${COUNT_TICKS}`)
    await tab.bringToFront()
    await copyCookies(tab, page.context(), dacapo.origin)
    await tab.goto(`${dacapo.origin}/practice`)
    await pressInTab(tab, 'Start practicing')
    await pressInTab(tab, 'Start metronome')
    await waitForExpression(tab, 'window.recordedSounds.length > 1')

    // The tab of the plain metronome is hidden already.
    const other = await browser.open()
    await other.bringToFront()
    await waitForExpression(tab, 'document.visibilityState === "hidden"')
    const before = Number(await tab.evaluate('window.ticks'))
    await waitOnAudioClock(tab, HIDDEN_SECONDS)
    const ticks = Number(await tab.evaluate('window.ticks')) - before
    expect(ticks).toBeGreaterThanOrEqual(6)
    expect(ticks).toBeLessThanOrEqual(30)
    const { clicks } = expectOnGrid(await timesOf(tab), INTERVAL)
    expect(clicks).toBeGreaterThanOrEqual(HIDDEN_SECONDS / INTERVAL)
    expect(compareWithGrid(await timesOf(plain), INTERVAL).missed).toBeGreaterThan(4)
  } finally {
    await browser.close()
  }
})

const timesOf = async (tab: RawTab) => (await clicksOfTab(tab)).map(({ time }) => time)
