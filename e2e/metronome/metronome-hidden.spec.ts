import { compareWithGrid } from '#tests/metronome/click-analysis.ts'
import { runPlainMetronome } from './clicking.ts'
import { expect, test } from '../musician.ts'
import { startRawBrowser, type RawBrowser, type RawTab } from '../sync/raw-browser.ts'
import {
  clicksOfTab,
  waitOnAudioClock,
  pressInTab,
  copyCookies,
  waitForExpression,
} from '../sync/raw-tab-steps.ts'
import { recordingScript } from './sound-recorder.ts'

// A page that nobody sees, which no browser led by Playwright has.

// A muted browser spares no hidden page, as others spare none that sounds: timers fire once a second.
for (const [what, flags, fewest, most] of [
  ['whose timers fire once a second', ['--mute-audio'], 4, 20],
  ['that is heard', [], 100, Infinity],
] as const) {
  test(`[MT16] in a hidden tab ${what} no beat is missed`, async ({ page, musician, dacapo }) => {
    await musician.signIn()
    await musician.fillLibrary([{ name: 'Toccata', importance: 5, endTempo: 140, parts: [[null, 133]] }])
    const browser = await startRawBrowser(...flags)
    try {
      const tab = await browser.open(`${recordingScript()};${COUNT_TICKS}`)
      await copyCookies(tab, page.context(), dacapo.origin)
      await tab.goto(`${dacapo.origin}/practice`)
      await pressInTab(tab, 'Start practicing')
      await pressInTab(tab, 'Start metronome')
      await waitForExpression(tab, 'window.recordedSounds.length > 1')
      const ticks = await ticksHidden(browser, tab, 8)
      expect(ticks).toBeGreaterThanOrEqual(fewest)
      expect(ticks).toBeLessThanOrEqual(most)
      const times = await timesOf(tab)
      const figures = compareWithGrid(times, 60 / 133)
      expect(figures, `clicks at ${times.join(' ')}`).toMatchObject({ missed: 0, doubled: 0, late: 0 })
      expect(figures.largestErrorMs).toBeLessThan(1000 / 44_100)
      expect(figures.clicks).toBeGreaterThanOrEqual((8 * 133) / 60)
    } finally {
      await browser.close()
    }
  })
}

test('[MT17] in a hidden tab whose timers fire once a second a plain scheduler is found to lose beats', async ({
  dacapo,
}) => {
  const browser = await startRawBrowser('--mute-audio')
  try {
    const tab = await browser.open(`${recordingScript()};${COUNT_TICKS}`)
    await tab.goto(`${dacapo.origin}/robots.txt`)
    await tab.evaluate(`(${String(runPlainMetronome)})(133)`)
    await waitForExpression(tab, 'window.recordedSounds.length > 1')
    await ticksHidden(browser, tab, 12)
    expect(compareWithGrid(await timesOf(tab), 60 / 133).missed).toBeGreaterThan(4)
  } finally {
    await browser.close()
  }
})

// A timer of the test's own beside those of the page: what it is given, they are given.
const COUNT_TICKS = 'window.ticks = 0; setInterval(() => window.ticks++, 25)'

/** Hides a tab for so many seconds of its audio clock; how often a timer of 25 ms fired in the meantime. */
async function ticksHidden(browser: RawBrowser, tab: RawTab, seconds: number): Promise<number> {
  const other = await browser.open()
  await other.bringToFront()
  await waitForExpression(tab, 'document.visibilityState === "hidden"')
  const before = Number(await tab.evaluate('window.ticks'))
  await waitOnAudioClock(tab, seconds)
  return Number(await tab.evaluate('window.ticks')) - before
}

const timesOf = async (tab: RawTab) => (await clicksOfTab(tab)).map(({ time }) => time)
