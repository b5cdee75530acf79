import type { Page } from '@playwright/test'
import { button } from '../controls.ts'
import { expect, test } from '../musician.ts'

const piece = (page: Page) => page.getByRole('heading', { level: 1 })

/** Presses and releases a key at a time of the page's clock, in milliseconds after the first press. */
const pressKey = (page: Page, keys: { code: string; key: string }, after: number) =>
  page.evaluate(
    ([{ code, key }, time]) => {
      for (const type of ['keydown', 'keyup']) {
        const event = new KeyboardEvent(type, { code, key, bubbles: true })
        Object.defineProperty(event, 'timeStamp', { value: 1_000_000 + time })
        document.body.dispatchEvent(event)
      }
    },
    [keys, after] as const,
  )

const pressForward = (page: Page, after: number) =>
  pressKey(page, { code: 'ArrowRight', key: 'ArrowRight' }, after)

test('[PX7][PD2] the echo of the pedal that starts a routine saves no step, one that bounces starts the click once, one without codes goes on, and the echo of the one that ends the routine does not leave', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.fillLibrary([
    { name: 'Toccata', importance: 5, endTempo: 120, parts: [[null, 100]] },
    { name: 'Fugue', importance: 3, endTempo: 120, parts: [[null, 80]] },
  ])
  await page.goto('/practice')
  await expect(button(page, 'Start practicing')).toBeVisible()
  await pressForward(page, 0)
  await expect(piece(page)).toHaveText('Toccata')
  await pressForward(page, 599)
  // A press that counts says that the one before did not.
  const backward = { code: 'PageUp', key: 'PageUp' }
  await pressKey(page, backward, 2000)
  await pressKey(page, backward, 2030)
  await expect(button(page, 'Stop metronome')).toBeVisible()
  await pressKey(page, backward, 2299)
  await pressKey(page, backward, 2601)
  await expect(button(page, 'Start metronome')).toBeVisible()
  await pressKey(page, { code: '', key: 'PageDown' }, 5000)
  await expect(piece(page)).toHaveText('Fugue')
  await pressForward(page, 10_000)
  await expect(page.getByRole('heading', { name: /Congratulations/i })).toBeVisible()
  await pressForward(page, 10_599)
  await expect(page.getByRole('heading', { name: /Congratulations/i })).toBeVisible()
  await pressForward(page, 20_000)
  await expect(piece(page)).toHaveText('today')
})
