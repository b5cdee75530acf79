import type { Browser, Page } from '@playwright/test'
import { compareWithGrid } from '#tests/metronome/click-analysis.ts'
import {
  runPlainMetronome,
  blockMainThread,
  expectOnGrid,
  SAMPLE_MS,
  startClick,
} from './metronome/clicking.ts'
import { button } from './controls.ts'
import { expect, test } from './musician.ts'
import {
  audioTime,
  recordedClicks,
  recordSound,
  waitForAudioTime,
  waitForSound,
} from './metronome/sound-recorder.ts'

// Checks every sample that the page plays. Lies outside the folder of the other metronome tests, because they all wait
// for long sounds: run together, they would leave the processor idle.

// The page's policy would block the script of the recorder.
test.use({ bypassCSP: true })

const DISTURBED_SECONDS = 30
const UNDISTURBED_SECONDS = 20
const MINUTE_SECONDS = 60

test('[MT16] no click is more than a sample off: undisturbed, and in a page that is stalled and slowed', async ({
  page,
  musician,
  browser,
  dacapo,
}) => {
  test.setTimeout(180_000)
  await musician.signIn()
  await musician.fillLibrary([
    { name: 'Toccata', importance: 5, endTempo: 120, parts: [[null, 97]] },
    {
      name: 'Fugue',
      importance: 1,
      endTempo: 140,
      parts: [[null, 133]],
      click: { accent: true, subdivision: 2 },
    },
  ])
  await openStep(page, 'Toccata')
  await test.step('undisturbed', () => checkUndisturbed(page))
  await button(page, 'Skip').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fugue')
  await test.step('in a page that is stalled and slowed', () => checkDisturbed(page))
  await page.close()
  await test.step('where another metronome loses beats', async () =>
    expectLostBeats(await openPlainMetronome(browser, dacapo.origin)))
})

async function checkUndisturbed(page: Page) {
  await startClick(page)
  await waitForAudioTime(page, (await audioTime(page)) + UNDISTURBED_SECONDS + 1)
  const clicks = await recordedClicks(page)
  expectExact(clicks, 97)
  expect(clicks.length).toBeGreaterThanOrEqual((97 * UNDISTURBED_SECONDS) / 60)
  expect(new Set(clicks.map(({ kind }) => kind)).size).toBe(1)
}

async function checkDisturbed(page: Page) {
  // By then the last click of the previous step has ended. A wait is impossible: without sound the audio clock stops.
  const from = (await audioTime(page)) + 0.5
  await startClick(page)
  await waitForAudioTime(page, from + 5)
  await stallRepeatedly(page)
  // Not longer: throttling keeps the processor busy, which slows the tests that run in parallel.
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await waitForAudioTime(page, (await audioTime(page)) + 8)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await waitForAudioTime(page, from + DISTURBED_SECONDS + 1)

  const clicks = (await recordedClicks(page)).filter(({ time }) => time >= from)
  expectExact(clicks, 2 * 133)
  expect(clicks.length).toBeGreaterThanOrEqual((2 * 133 * DISTURBED_SECONDS) / 60)
  // An accent, three beats, and a softer subdivision after each, in the same order all the time.
  const pattern = clicks.map(({ hertz }) => (hertz > 2200 ? 'A' : hertz > 1600 ? 'b' : '.')).join('')
  expect('.A.b.b.b'.repeat(80)).toContain(pattern.slice(pattern.indexOf('.A')))
  for (const { hertz, milliseconds } of clicks.filter(({ hertz }) => hertz > 1600 && hertz < 2200)) {
    expect(Math.abs(hertz - 1800)).toBeLessThan(20)
    expect(milliseconds).toBeLessThanOrEqual(30)
  }
}

/** Proves that the disturbances are strong enough: they make a plain metronome lose beats. */
async function expectLostBeats(page: Page) {
  await waitForSound(page)
  await stallRepeatedly(page)
  await waitForAudioTime(page, (await audioTime(page)) + 1)
  const comparison = compareWithGrid(timesOf(await recordedClicks(page)), 60 / 133)
  expect(comparison.missed).toBeGreaterThan(10)
  await page.context().close()
}

async function stallRepeatedly(page: Page) {
  await blockMainThread(page, 100, 4)
  await blockMainThread(page, 500, 2)
  await blockMainThread(page, 1000, 2)
  await blockMainThread(page, 5000, 1)
}

for (const bpm of [40, 97, 133, 208, 228]) {
  test(`[MT16] at ${bpm} bpm no click of a minute is more than a sample off @torture`, async ({
    page,
    musician,
  }) => {
    test.setTimeout(180_000)
    await musician.signIn()
    await musician.fillLibrary([{ name: 'Toccata', importance: 5, endTempo: 208, parts: [[null, 100]] }])
    await openStep(page, 'Toccata')
    await page.getByRole('slider', { name: 'tempo' }).fill(String(bpm))
    await startClick(page)
    await waitForAudioTime(page, (await audioTime(page)) + MINUTE_SECONDS)
    const clicks = await recordedClicks(page)
    expectExact(clicks, bpm)
    expect(clicks.length).toBeGreaterThanOrEqual(bpm)
  })
}

async function openStep(page: Page, piece: string) {
  await recordSound(page)
  await page.goto('/practice')
  await button(page, 'Start practicing').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(piece)
}

async function openPlainMetronome(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({ bypassCSP: true })
  const page = await context.newPage()
  await recordSound(page)
  await page.goto(`${origin}/robots.txt`)
  // Browsers let a page play sound only after a press.
  await page.mouse.click(10, 10)
  await page.evaluate(runPlainMetronome, 133)
  return page
}

function expectExact(clicks: readonly { time: number }[], perMinute: number): void {
  const comparison = expectOnGrid(timesOf(clicks), 60 / perMinute)
  expect(Math.abs(comparison.driftMsPerMinute)).toBeLessThan(SAMPLE_MS)
}

const timesOf = (clicks: readonly { time: number }[]) => clicks.map(({ time }) => time)
