import type { Page } from '@playwright/test'
import { navigationLink, deletePieceOnScreen, button, skipSteps } from '../controls.ts'
import { expect, test, type Musician } from '../musician.ts'
import { alignServerClock } from '../align-server-clock.ts'
import type { PastPractice } from './filled-history.ts'

/** A Friday, in the past for the server, too, even if its clock is wrong. */
const NOW = Date.UTC(2024, 10, 22, 16)

const PIECES = [
  { name: 'The Swan', importance: 1, endTempo: 60, parts: [[null, 60]] },
  { name: 'Partita', importance: 4, endTempo: 120, parts: [['Giga', 100]] },
] as const

const PAST: readonly PastPractice[] = [
  { daysAgo: 140, piece: 'The Swan', tempo: 40 },
  { daysAgo: 30, piece: 'The Swan', tempo: 50 },
  { daysAgo: 10, piece: 'The Swan', tempo: 52, seconds: 600 },
  { daysAgo: 7, piece: 'The Swan', tempo: 54, seconds: 1200 },
  { daysAgo: 5, piece: 'The Swan', tempo: 55 },
  { daysAgo: 1, piece: 'The Swan', tempo: 58, seconds: 65 },
  { daysAgo: 1, piece: 'Partita', part: 'Giga', tempo: 96, seconds: 300 },
]

const chart = (page: Page) => page.getByRole('img', { name: /practice in each week/ })
const weekSlider = (page: Page) => page.getByRole('slider', { name: 'week' })
const week = (page: Page, dates: string) => page.getByRole('heading', { name: dates, exact: true })
const dayButton = (page: Page, date: string) => page.getByRole('button', { name: date })

async function openHistory(page: Page, musician: Musician): Promise<void> {
  await page.clock.setFixedTime(NOW)
  await alignServerClock(page)
  await musician.signIn()
  await musician.fillLibrary(PIECES)
  await musician.fillHistory(PAST, NOW)
  await page.goto('/history')
  await expect(chart(page)).toBeVisible()
}

test.use({ locale: 'en-GB', timezoneId: 'Europe/Berlin' })

test('[HS1] twelve weeks as bars, in a sentence and in a table; by keyboard the arrow keys choose a week, and Earlier and Later show other weeks @main', async ({
  page,
  musician,
}) => {
  await openHistory(page, musician)
  await expect(page.getByText('36 minutes on 5 days Sep 2 – Nov 22')).toBeVisible()
  await expect(chart(page)).toHaveAccessibleName(
    'Minutes of practice in each week, Sep 2 – Nov 22: 36 minutes on 5 days. The most in the week Nov 11 – 17: 30 minutes on 3 days.',
  )
  await button(page, 'Table').click()
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(13)
  await expect(rows.nth(1)).toHaveText('Nov 18 – 246 min1')
  await expect(rows.nth(3)).toHaveText('Nov 4 – 100 min0')
  await expect(rows.nth(5)).toHaveText('Oct 21 – 27not counted1')
  await button(page, 'Chart').click()

  await weekSlider(page).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(week(page, 'Nov 11 – 17')).toBeVisible()
  await expect(weekSlider(page)).toHaveAttribute('aria-valuetext', 'Nov 11 – 17: 30 minutes on 3 days')
  await page.keyboard.press('Home')
  await expect(week(page, 'Sep 2 – 8')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(week(page, 'Jul 1 – 7')).toBeVisible()
  await expect(chart(page)).toHaveAccessibleName(/Jun 10 – Sep 1: 1 day\./)
  // There are no earlier weeks, and the focus stays.
  await expect(button(page, 'Earlier')).toBeFocused()
  await expect(button(page, 'Earlier')).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(week(page, 'Nov 18 – 24')).toBeVisible()

  // The buttons beside the week go beyond the twelve weeks that are shown, and announce the week.
  await weekSlider(page).focus()
  await page.keyboard.press('Home')
  await button(page, 'previous week').click()
  await expect(page.getByRole('status').filter({ hasText: 'Aug 26 – Sep 1: nothing saved' })).toHaveCount(1)
  await expect(weekSlider(page)).toHaveValue('11')
})

test('[HS1] one press leads there from Practice, Pieces, the end of a routine and the account, and Back returns; who has saved nothing reads so; what was just saved is there, and what was taken back is not', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.fillLibrary(PIECES)
  const historyLink = page.getByRole('link', { name: 'Practice history' })
  await page.goto('/pieces')
  await historyLink.click()
  await expect(navigationLink(page, 'Practice')).toHaveAttribute('aria-current', 'page')
  await button(page, 'Back').click()
  await expect(page).toHaveURL(/\/pieces$/)
  await page.goto('/history')
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Practice now' }).click()
  await historyLink.click()
  await button(page, 'Back').click()
  await expect(page).toHaveURL(/\/practice$/)

  await button(page, 'Start practicing').click()
  await button(page, 'Next').click()
  await skipSteps(page, 1)
  const row = page.getByRole('button', { name: /Partita .*Giga, 100 → .* Correct$/ })
  await row.click()
  await button(page, 'one bpm more').click()
  await button(page, 'Save').click()
  await expect(page.getByText('Congratulations: 1 bpm gained')).toBeVisible()
  await historyLink.click()
  await expect(page.getByRole('heading', { name: 'history' })).toBeFocused()
  const entries = page.getByRole('listitem').getByRole('listitem')
  await expect(entries).toHaveText([/^Partita \(Giga\)\s+101 bpm/])

  await button(page, 'Back').click()
  await row.click()
  await button(page, 'Undo').click()
  await page.getByRole('navigation').getByRole('link', { name: 'Account' }).click()
  await historyLink.click()
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible()
})

test('[HS1] a week is chosen in the chart, a day by its button, each piece is a link; of a deleted one the name stays and leads nowhere', async ({
  page,
  musician,
}) => {
  await openHistory(page, musician)
  await expect(week(page, 'Nov 18 – 24')).toBeVisible()
  const entries = page.getByRole('listitem').getByRole('listitem')
  await expect(entries).toHaveText([/^Partita \(Giga\)\s+96 bpm 5 min$/, /^The Swan\s+58 bpm 1 min$/])

  const { width, height } = (await weekSlider(page).boundingBox()) ?? { width: 0, height: 0 }
  await weekSlider(page).click({ position: { x: (10.5 * width) / 12, y: height / 2 } })
  await expect(week(page, 'Nov 11 – 17')).toBeVisible()
  await expect(entries).toHaveText([/^The Swan\s+55 bpm/])
  await dayButton(page, 'Tuesday, Nov 12').click()
  await expect(dayButton(page, 'Tuesday, Nov 12')).toHaveAttribute('aria-expanded', 'true')
  await expect(dayButton(page, 'Sunday, Nov 17')).toHaveAttribute('aria-expanded', 'false')
  await expect(entries).toHaveText([/^The Swan\s+52 bpm 10 min$/])
  await dayButton(page, 'Tuesday, Nov 12').click()
  await expect(entries).toHaveCount(0)

  await dayButton(page, 'Friday, Nov 15').click()
  await page.getByRole('link', { name: 'The Swan' }).click()
  await expect(page).toHaveURL(/\/pieces\/[^/]+/)
  await page.goBack()
  await expect(chart(page)).toBeVisible()

  await test.step('of a deleted piece the name stays and leads nowhere', async () => {
    await navigationLink(page, 'Pieces').click()
    await deletePieceOnScreen(page, 'The Swan')
    await expect(page).toHaveURL(/\/pieces$/)
    await page.goto('/history')
    await expect(page.getByRole('listitem').filter({ hasText: 'The Swan deleted' }).last()).toBeVisible()
    await expect(page.getByRole('link', { name: 'The Swan' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Partita' })).toBeVisible()
  })
})
