import type { Page } from '@playwright/test'
import { button, listEntry } from '../controls.ts'
import { takeLayoutShifts, recordLayoutShifts } from '../look/layout-shifts.ts'
import { expect, test } from '../musician.ts'
import type { PieceToFill } from '../pieces/filled-library.ts'
import { pastPracticeOf } from '../pieces/part-histories.ts'

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

const details = (page: Page, part: string) =>
  page.getByRole('region', { name: `Suite (${part})`, exact: true })

test('[PH3] on a desktop the details of the row with the focus or the mouse are beside the list, and move nothing', async ({
  page,
  musician,
}) => {
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
  await page.setViewportSize({ width: 1440, height: 900 })
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
