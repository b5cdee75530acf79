import type { Locator, Page } from '@playwright/test'
import { button } from '../controls.ts'
import { recordedClicks, recordSound, waitForSound } from '../metronome/sound-recorder.ts'
import { expect, test } from '../musician.ts'
import { agreeOnTime } from '../page-clock.ts'
import { CLAIR_PIECE, SWAN_PIECE } from '../states/libraries.ts'

const DAY = 86_400_000

// The recorder is a script of the test's own.
test.use({ bypassCSP: true })

test('[JB6] with twenty minutes it takes three presses to the first click, two on the next day @main', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.fillLibrary([CLAIR_PIECE, SWAN_PIECE])
  await recordSound(page)
  let presses = 0
  const press = async (target: Locator) => {
    await target.click()
    presses += 1
  }

  await page.goto('/practice')
  await press(twentyMinutes(page))
  await press(button(page, 'Start 20 minutes'))
  await press(button(page, 'Start metronome'))
  await untilClicking(page)
  expect(presses).toBe(3)

  presses = 0
  await page.clock.setSystemTime(Date.now() + DAY)
  await agreeOnTime(page)
  await page.goto('/practice')
  await expect(page.getByRole('radio', { name: '20 minutes', exact: true })).toBeChecked()
  await press(button(page, 'Start 20 minutes'))
  await press(button(page, 'Start metronome'))
  await untilClicking(page)
  expect(presses).toBe(2)
})

/** What a finger presses: the label around the hidden radio. */
const twentyMinutes = (page: Page) =>
  page.locator('label', { has: page.getByRole('radio', { name: '20 minutes', exact: true }) })

async function untilClicking(page: Page) {
  await waitForSound(page)
  await expect.poll(async () => (await recordedClicks(page)).length).toBeGreaterThan(0)
}
