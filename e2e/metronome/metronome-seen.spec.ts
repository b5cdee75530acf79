import type { Page } from '@playwright/test'
import { expectOnGrid, startClick } from './clicking.ts'
import { button } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { audioTime, recordedClicks, recordSound, waitForAudioTime } from './sound-recorder.ts'

// The beat that is seen, against the sound it belongs to.

// The recorder is a script of the test's own.
test.use({ bypassCSP: true })

const settings = (page: Page) => page.getByRole('dialog', { name: 'Click settings' })

test.beforeEach(async ({ page, musician }) => {
  await recordSound(page)
  await musician.signIn()
  await musician.fillLibrary([
    {
      name: 'Toccata',
      importance: 5,
      endTempo: 120,
      parts: [[null, 120]],
      click: { subdivision: 2, accent: true },
    },
  ])
  await page.goto('/practice')
  await button(page, 'Start practicing').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Toccata')
})

test('[MT8][MT14] each beat is seen in the first frame after it is heard, and later by what was set; muted nothing is heard, and each is still seen', async ({
  page,
}) => {
  await startClick(page)
  await watchBeats(page)
  const begun = await audioTime(page)
  await waitForAudioTime(page, begun + 6)
  const own = await delays(page, begun)
  expect(own.length).toBeGreaterThanOrEqual(10)
  for (const { seconds } of own) expect(seconds).toBeGreaterThan(-0.002)
  expectWithinAFrame(own, 0)

  await button(page, 'Click settings').click()
  await settings(page).getByRole('slider', { name: 'delay the visual beat' }).fill('200')
  await page.keyboard.press('Escape')
  await expect(settings(page)).toHaveCount(0)
  await watchBeats(page)
  const set = await audioTime(page)
  await waitForAudioTime(page, set + 6)
  const later = (await delays(page, set + 0.5)).filter(({ seconds }) => seconds >= 0)
  expect(later.length).toBeGreaterThanOrEqual(9)
  for (const { seconds } of later) expect(seconds).toBeGreaterThan(0.198)
  expectWithinAFrame(later, 0.2)

  // One grid through all of it.
  expectOnGrid(
    (await recordedClicks(page)).map(({ time }) => time),
    0.25,
  )

  await button(page, 'Mute the click').click()
  const muted = (await audioTime(page)) + 0.3
  await watchBeats(page)
  await waitForAudioTime(page, muted + 2)
  expect((await recordedClicks(page)).filter(({ time }) => time > muted)).toEqual([])
  expect(await page.evaluate(() => window.seenBeats.length)).toBeGreaterThanOrEqual(3)
})

declare global {
  interface Window {
    seenBeats: { dot: number; heard: number }[]
    /** What was heard at each frame, in seconds of the audio clock. */
    framesAt: number[]
  }
}

/** Notes what is heard when a dot lights up, and at each frame after the page has drawn it. */
const watchBeats = (page: Page) =>
  page.evaluate(() => {
    // Begun anew each time: who watched before has nothing to add, and must not look before the page does.
    const seen: Window['seenBeats'] = (window.seenBeats = [])
    const frames: number[] = (window.framesAt = [])
    const heardNow = () => {
      const { contextTime = 0, performanceTime = 0 } = window.audioContexts.at(-1)?.getOutputTimestamp() ?? {}
      return contextTime + (performance.now() - performanceTime) / 1000
    }
    const dots = [...document.querySelectorAll('b')]
    const observer = new MutationObserver(changes => {
      for (const { target } of changes) {
        const dot = dots.indexOf(target as HTMLElement)
        if (/sounding|silent/.test((target as HTMLElement).className)) seen.push({ dot, heard: heardNow() })
      }
    })
    for (const dot of dots) observer.observe(dot, { attributeFilter: ['class'] })
    requestAnimationFrame(function note() {
      frames.push(heardNow())
      if (window.framesAt === frames) requestAnimationFrame(note)
    })
  })

type Delay = { seconds: number; heard: number; click: number; frames: readonly number[] }

/** How much later than its click each beat was seen that lit up since. */
async function delays(page: Page, since: number): Promise<Delay[]> {
  // In this order: every beat that was seen by then has been recorded.
  const { seen, frames } = await page.evaluate(() => ({ seen: window.seenBeats, frames: window.framesAt }))
  // What lies between two beats is softer and lower, and nothing lights up for it.
  const beats = (await recordedClicks(page)).filter(({ hertz }) => hertz > 1600).map(({ time }) => time)
  return seen
    .filter(({ heard }) => heard > since)
    .map(({ heard }) => {
      const click = beats.findLast(time => time <= heard + 0.1) ?? Number.NaN
      return { seconds: heard - click, heard, click, frames }
    })
}

/**
 * No frame was drawn without it that could have shown it; but for a frame that began just before its time. Counted in
 * frames, because a busy machine draws few.
 */
function expectWithinAFrame(all: readonly Delay[], later: number): void {
  const passed = all.map(
    ({ click, heard, frames }) => frames.filter(at => at > click + later && at < heard).length,
  )
  expect(Math.max(...passed)).toBeLessThanOrEqual(1)
  expect(passed.filter(count => count === 0).length).toBeGreaterThanOrEqual(0.7 * passed.length)
}
