import type { Page } from '@playwright/test'
import { expectOnGrid, startClick } from './clicking.ts'
import { button } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { audioTime, recordedClicks, recordSound, waitForAudioTime } from './sound-recorder.ts'

// Compares the visible beat with its sound.

// The page's policy would block the script of the recorder.
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
  const start = await audioTime(page)
  await waitForAudioTime(page, start + 6)
  const unshifted = await delays(page, start)
  expect(unshifted.length).toBeGreaterThanOrEqual(10)
  for (const { seconds } of unshifted) expect(seconds).toBeGreaterThan(-0.002)
  expectWithinAFrame(unshifted, 0)

  await button(page, 'Click settings').click()
  await settings(page).getByRole('slider', { name: 'delay the visual beat' }).fill('200')
  await page.keyboard.press('Escape')
  await expect(settings(page)).toHaveCount(0)
  await watchBeats(page)
  const shiftedStart = await audioTime(page)
  await waitForAudioTime(page, shiftedStart + 6)
  const shifted = (await delays(page, shiftedStart + 0.5)).filter(({ seconds }) => seconds >= 0)
  expect(shifted.length).toBeGreaterThanOrEqual(9)
  for (const { seconds } of shifted) expect(seconds).toBeGreaterThan(0.198)
  expectWithinAFrame(shifted, 0.2)

  // The clicks stay on one grid throughout.
  expectOnGrid(
    (await recordedClicks(page)).map(({ time }) => time),
    0.25,
  )

  await button(page, 'Mute the click').click()
  const mutedStart = (await audioTime(page)) + 0.3
  await watchBeats(page)
  await waitForAudioTime(page, mutedStart + 2)
  expect((await recordedClicks(page)).filter(({ time }) => time > mutedStart)).toEqual([])
  expect(await page.evaluate(() => window.seenBeats.length)).toBeGreaterThanOrEqual(3)
})

declare global {
  interface Window {
    seenBeats: { dot: number; heard: number }[]
    frameTimes: number[]
  }
}

const watchBeats = (page: Page) =>
  page.evaluate(() => {
    // New arrays stop the recording of an earlier call.
    const seen: Window['seenBeats'] = (window.seenBeats = [])
    const frames: number[] = (window.frameTimes = [])
    const audioNow = () => {
      const { contextTime = 0, performanceTime = 0 } = window.audioContexts.at(-1)?.getOutputTimestamp() ?? {}
      return contextTime + (performance.now() - performanceTime) / 1000
    }
    const dots = [...document.querySelectorAll('b')]
    const observer = new MutationObserver(changes => {
      for (const { target } of changes) {
        const dot = dots.indexOf(target as HTMLElement)
        if (/sounding|silent/.test((target as HTMLElement).className)) seen.push({ dot, heard: audioNow() })
      }
    })
    for (const dot of dots) observer.observe(dot, { attributeFilter: ['class'] })
    requestAnimationFrame(function record() {
      frames.push(audioNow())
      if (window.frameTimes === frames) requestAnimationFrame(record)
    })
  })

type Delay = { seconds: number; heard: number; click: number; frames: readonly number[] }

async function delays(page: Page, since: number): Promise<Delay[]> {
  // Reads the sounds last, so that they include the click of every beat seen.
  const { seen, frames } = await page.evaluate(() => ({ seen: window.seenBeats, frames: window.frameTimes }))
  // Subdivisions have a lower pitch and no visible beat.
  const beats = (await recordedClicks(page)).filter(({ hertz }) => hertz > 1600).map(({ time }) => time)
  return seen
    .filter(({ heard }) => heard > since)
    .map(({ heard }) => {
      const click = beats.findLast(time => time <= heard + 0.1) ?? Number.NaN
      return { seconds: heard - click, heard, click, frames }
    })
}

/**
 * Allows one frame that began just before the time of the beat. Counts frames, not milliseconds, because a busy machine
 * draws few.
 */
function expectWithinAFrame(all: readonly Delay[], delaySeconds: number): void {
  const missedFrames = all.map(
    ({ click, heard, frames }) => frames.filter(at => at > click + delaySeconds && at < heard).length,
  )
  expect(Math.max(...missedFrames)).toBeLessThanOrEqual(1)
  expect(missedFrames.filter(count => count === 0).length).toBeGreaterThanOrEqual(0.7 * missedFrames.length)
}
