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

// A page that nobody sees, which no browser led by Playwright has.

// A timer of the test's own beside those of the page: what it is given, they are given.
const COUNT_TICKS = 'window.ticks = 0; setInterval(() => window.ticks++, 25)'
const HIDDEN_SECONDS = 12
const INTERVAL = 60 / 133

// A muted browser slows the timers of every hidden page; any other spares one that sounds.
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

    // The plain one has been hidden since it was opened, and goes on being so.
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
