import type { Page } from '@playwright/test'
import { clickIntervals } from '#tests/metronome/click-analysis.ts'
import { button } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { recordedClicks, recordSound, waitForAudioTime } from './sound-recorder.ts'

// The recorder is a script of the test's own.
test.use({ bypassCSP: true })

/** The output takes so long to open as wireless headphones do: the clock of the sound stands until then. */
const openSoundSlowly = (page: Page, ms: number) =>
  page.addInitScript(slowMs => {
    window.AudioContext = class extends window.AudioContext {
      readonly #opened: Promise<unknown>
      constructor(options?: AudioContextOptions) {
        super(options)
        void super.suspend()
        this.#opened = new Promise(resolve => setTimeout(resolve, slowMs))
      }
      override async resume() {
        await this.#opened
        await super.resume()
      }
    }
  }, ms)

test('[MT19] a sound that takes two seconds to start is awaited, and begins on beat 1', async ({
  page,
  musician,
}) => {
  await openSoundSlowly(page, 2000)
  await recordSound(page)
  await musician.signIn()
  await musician.fillLibrary([{ name: 'Toccata', importance: 5, endTempo: 120, parts: [[null, 120]] }])
  await page.goto('/practice')
  await button(page, 'Start practicing').click()
  await button(page, 'Start metronome').click()
  const starting = page.getByRole('status').filter({ hasText: 'the sound is starting' })
  await expect(starting).toBeVisible()
  await expect(button(page, 'Stop metronome')).toBeVisible()
  await waitForAudioTime(page, 2)
  await expect(starting).toHaveCount(0)
  await expect(button(page, 'Stop metronome')).toBeVisible()
  const clicks = (await recordedClicks(page)).map(({ time }) => time)
  // The clock runs from 0. On a busy machine the page hears of it some buffers of 23 ms later.
  expect(clicks[0]).toBeGreaterThan(0.0495)
  expect(clicks[0]).toBeLessThan(0.25)
  for (const interval of clickIntervals(clicks)) expect(interval).toBeCloseTo(0.5, 3)
  expect(clicks.length).toBeGreaterThanOrEqual(4)
  expect(await page.evaluate(() => window.audioContexts.length)).toBe(1)
})
