import type { Page } from '@playwright/test'
import { button } from '../controls.ts'
import { expect, test } from '../musician.ts'

const piece = (page: Page) => page.getByRole('heading', { level: 1 })

/** Presses and releases the pedal's forward key at a time of the page's clock, in milliseconds after the first press. */
const pressForward = (page: Page, after: number) =>
  page.evaluate(time => {
    for (const type of ['keydown', 'keyup']) {
      const event = new KeyboardEvent(type, { code: 'ArrowRight', key: 'ArrowRight', bubbles: true })
      Object.defineProperty(event, 'timeStamp', { value: 1_000_000 + time })
      document.body.dispatchEvent(event)
    }
  }, after)

test('[PX7] the echo of the pedal that starts a routine saves no step, and the echo of the one that ends it does not leave', async ({
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
  await pressForward(page, 5000)
  await expect(piece(page)).toHaveText('Fugue')
  await pressForward(page, 10_000)
  await expect(page.getByRole('heading', { name: /Congratulations/i })).toBeVisible()
  await pressForward(page, 10_599)
  await expect(page.getByRole('heading', { name: /Congratulations/i })).toBeVisible()
  await pressForward(page, 20_000)
  await expect(piece(page)).toHaveText('today')
})
