import type { Page } from '@playwright/test'
import { axeViolations } from '../axe-violations.ts'
import { button, listEntry } from '../controls.ts'
import { takeLayoutShifts, recordLayoutShifts } from '../look/layout-shifts.ts'
import { expect, test } from '../musician.ts'
import type { PieceToFill } from '../pieces/filled-library.ts'
import { pastPracticeOf } from '../pieces/part-histories.ts'
import { waitForAnimations } from '../states/at-rest.ts'
import { withholdHistory } from '../states/piece-page.ts'

// Today's list on a desktop, with the details of one part beside it.

const SUITE: PieceToFill = {
  name: 'Suite',
  importance: 3,
  endTempo: 120,
  parts: [
    ['Allemande', 60],
    ['Gigue', 84],
    ['Loure', 100],
  ],
}
const DESKTOP = { width: 1440, height: 900 }

const details = (page: Page, part: string) =>
  page.getByRole('region', { name: `Suite (${part})`, exact: true })

test.beforeEach(async ({ musician }) => {
  await musician.signIn()
  await musician.fillLibrary([SUITE])
  await musician.fillHistory(
    pastPracticeOf(SUITE, [
      [
        [9, 50],
        [5, 55],
        [2, 60],
      ],
      [
        [9, 77],
        [2, 84],
      ],
    ]),
  )
})

test('[PH3] on a desktop the details of the row with the focus or the mouse are beside the list, and move nothing', async ({
  page,
}) => {
  await page.setViewportSize(DESKTOP)
  await recordLayoutShifts(page)
  await page.goto('/practice')
  await expect(details(page, 'Allemande').getByRole('img')).toHaveAccessibleName(
    /^From 50 to 60 bpm, goal 120 bpm/,
  )
  await expect(details(page, 'Allemande')).toContainText(/goal 120 bpm.*last practiced \w+ \d+, \d{4}/)
  await page.evaluate(() => document.fonts.ready)
  expect(await takeLayoutShifts(page)).toEqual([])

  await button(page, 'Suite (Gigue)').focus()
  await expect(details(page, 'Gigue')).toContainText('77 → 84, goal 120')
  await expect(details(page, 'Allemande')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(details(page, 'Loure')).toContainText('Nothing saved yet')
  await listEntry(page, 'Allemande').hover()
  await expect(details(page, 'Allemande')).toContainText('50 → 60')
  expect(await takeLayoutShifts(page)).toEqual([])

  await page.keyboard.press('Enter')
  await expect(button(page, '3 of 3, all parts')).toBeVisible()
})

test('[PH3][JB3] of the details nothing is loaded on a phone, not even on its side; on a desktop they have no fault that axe finds, and go with the list of a timed session', async ({
  page,
}) => {
  await test.step('of the details nothing is loaded on a phone', async () => {
    const loaded: string[] = []
    page.on('request', request => loaded.push(new URL(request.url()).pathname))
    const ofDetails = () => loaded.filter(path => /part-details/.test(path))
    await page.setViewportSize({ width: 844, height: 390 })
    await page.goto('/practice')
    await expect(button(page, 'Start practicing')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('region')).toHaveCount(0)
    expect(ofDetails()).toEqual([])

    await page.setViewportSize(DESKTOP)
    await expect(details(page, 'Allemande')).toBeVisible()
    expect(ofDetails()).not.toEqual([])
  })

  for (const colorScheme of ['light', 'dark'] as const)
    await test.step(`axe finds no fault in the details, ${colorScheme}`, async () => {
      await page.emulateMedia({ colorScheme })
      await expect(details(page, 'Allemande').getByRole('img')).toBeVisible()
      await waitForAnimations(page)
      const { violations } = await axeViolations(page)
      expect(violations).toEqual([])
    })

  await test.step('the details go with the list of a timed session', async () => {
    await page.getByRole('radio', { name: '20 minutes' }).check()
    await expect(button(page, 'Start 20 minutes')).toBeVisible()
    const rows = page
      .getByRole('list', { name: 'parts for 20 minutes' })
      .getByRole('button', { name: /^Suite/ })
    for (const row of await rows.all()) {
      await row.focus()
      await expect(page.getByRole('region')).toHaveAccessibleName(await row.innerText())
    }
  })
})

test('[PH3] a history that is still on its way is said in the details', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await withholdHistory(page)
  await page.goto('/practice')
  await expect(details(page, 'Allemande')).toContainText(
    'Older entries are still on their way to this device.',
  )
})
