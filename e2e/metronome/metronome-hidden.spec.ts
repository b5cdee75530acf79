import type { BrowserContext } from '@playwright/test'
import { compareWithGrid } from '#tests/metronome/click-analysis.ts'
import { expectOnGrid, runPlainMetronome } from './clicking.ts'
import { expect, test, type Musician } from '../musician.ts'
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

// A muted browser slows the timers of every hidden page; any other spares one that sounds.
test('[MT16] in a hidden tab whose timers fire once a second no beat is missed, and a plain scheduler is found to lose beats', async ({
  page,
  musician,
  dacapo,
}) => {
  await signInWithToccata(musician)
  const browser = await startRawBrowser('--mute-audio')
  try {
    const plain = await browser.open(`${recordingScript()};${COUNT_TICKS}`)
    await plain.goto(`${dacapo.origin}/robots.txt`)
    await plain.evaluate(`(${String(runPlainMetronome)})(133)`)
    await waitForExpression(plain, 'window.recordedSounds.length > 1')
    const tab = await openWithClick(browser, page.context(), dacapo.origin)
    // The plain one has been hidden since, and goes on being so.
    const ticks = await ticksHidden(browser, tab, 12)
    expect(ticks).toBeGreaterThanOrEqual(6)
    expect(ticks).toBeLessThanOrEqual(30)
    await expectNoBeatMissed(tab, 12)
    expect(compareWithGrid(await timesOf(plain), 60 / 133).missed).toBeGreaterThan(4)
  } finally {
    await browser.close()
  }
})

async function signInWithToccata(musician: Musician): Promise<void> {
  await musician.signIn()
  await musician.fillLibrary([{ name: 'Toccata', importance: 5, endTempo: 140, parts: [[null, 133]] }])
}

/** Opens the app in front and starts the click of its first step. */
async function openWithClick(browser: RawBrowser, signedIn: BrowserContext, origin: string): Promise<RawTab> {
  const tab = await browser.open(`${recordingScript()};${COUNT_TICKS}`)
  await tab.bringToFront()
  await copyCookies(tab, signedIn, origin)
  await tab.goto(`${origin}/practice`)
  await pressInTab(tab, 'Start practicing')
  await pressInTab(tab, 'Start metronome')
  await waitForExpression(tab, 'window.recordedSounds.length > 1')
  return tab
}

async function expectNoBeatMissed(tab: RawTab, seconds: number): Promise<void> {
  const { clicks } = expectOnGrid(await timesOf(tab), 60 / 133)
  expect(clicks).toBeGreaterThanOrEqual((seconds * 133) / 60)
}

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
