import type { Page } from '@playwright/test'
import { clickIntervals } from '#tests/metronome/click-analysis.ts'
import { button } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { lastPressAudioTime, recordPressTimes, startClick } from './clicking.ts'
import { audioTime, clickTimesSince, recordSound, waitForAudioTime } from './sound-recorder.ts'

// The recorder is a script of the test's own.
test.use({ bypassCSP: true })

/** Sets the slider as assistive technology does, without a key or a pointer. */
const setSlider = (page: Page, bpm: number) => page.getByRole('slider', { name: 'tempo' }).fill(String(bpm))

/** Taps twice on Tap Tempo, with the time of a beat between. */
const tapTwice = (page: Page, bpm: number) =>
  button(page, 'Tap Tempo').evaluate((tap, beatMs) => {
    for (const timeStamp of [1e6, 1e6 + beatMs]) {
      const down = new PointerEvent('pointerdown', { bubbles: true, button: 0, pointerId: 1 })
      Object.defineProperty(down, 'timeStamp', { value: timeStamp })
      tap.dispatchEvent(down)
    }
  }, 60_000 / bpm)

const WAYS: Record<string, { to: number; change: (page: Page) => Promise<void> }> = {
  'assistive technology': { to: 160, change: page => setSlider(page, 160) },
  'Tap Tempo': { to: 160, change: page => tapTwice(page, 160) },
  '+5': { to: 45, change: page => button(page, '+5 bpm').click() },
}

test('[MT4] a faster tempo is heard at once, however it was set', async ({ page }) => {
  await recordSound(page)
  await page.goto('/try')
  await recordPressTimes(page)
  await startClick(page)
  for (const [way, { to, change }] of Object.entries(WAYS)) {
    await test.step(way, async () => {
      await button(page, 'Stop metronome').click()
      await setSlider(page, 40)
      const started = await audioTime(page)
      await button(page, 'Start metronome').click()
      await expect.poll(() => clickTimesSince(page, started + 0.04)).toHaveLength(1)
      await waitForAudioTime(page, started + 0.6)
      await change(page)
      const changed = await lastPressAudioTime(page)
      await waitForAudioTime(page, changed + 2.5)
      const clicks = await clickTimesSince(page, started + 0.04)
      const last = clicks.findLast(time => time < changed) ?? Number.NaN
      const [next = Number.NaN, ...later] = clicks.filter(time => time >= changed)
      const beat = 60 / to
      // One new beat after the last or, where that is past, 0.2 s after the change.
      if (last + beat > changed + 0.1) expect(next - last).toBeCloseTo(beat, 3)
      else expect(next - changed).toBeLessThan(0.3)
      expect(next - last).toBeGreaterThan(beat - 0.001)
      for (const interval of clickIntervals([next, ...later])) expect(interval).toBeCloseTo(beat, 3)
    })
  }
})
