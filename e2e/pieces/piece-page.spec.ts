import type { Page } from '@playwright/test'
import { button, listEntry, successToast } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { SYNC_URL, withholdHistory } from '../states/trouble.ts'
import type { PieceToFill } from './filled-library.ts'
import { pastPracticeOf, type TempoOnDay } from './part-histories.ts'

const SUITE: PieceToFill = {
  name: 'Suite',
  importance: 3,
  endTempo: 120,
  parts: [
    ['Allemande', 84],
    ['Courante', 60],
    ['Gigue', 50],
  ],
}
const STEADY: readonly TempoOnDay[] = [
  [21, 63],
  [14, 70],
  [7, 77],
  [0, 84],
]

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const entries = (page: Page, name: string) => part(page, name).getByRole('listitem')

test.use({ expectedFaults: [/Failed to load resource/] })

test.beforeEach(async ({ page, musician }) => {
  await musician.signIn()
  await musician.fillLibrary([SUITE])
  const many: TempoOnDay[] = Array.from({ length: 45 }, (_, index) => [50 + index, 90 - index])
  await musician.fillHistory(pastPracticeOf(SUITE, [STEADY, [[7, 77]], many]))
  await page.goto('/pieces')
})

test('[PH1][PH3][PS2] a card leads to the page of its piece, with chart, sentence and table of each part, and from there to its form and to practicing @main', async ({
  page,
}) => {
  await page.getByRole('link', { name: 'Suite', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Suite', level: 1 })).toBeFocused()
  await expect(page.getByText('urgency 3 / 5')).toContainText('practiced today')
  const allemande = part(page, 'Allemande')
  await expect(allemande).toContainText('63 → 84, goal 120; about 6 weeks at this pace')
  const name = 'From 63 to 84 bpm, goal 120 bpm; about 6 weeks at this pace'
  await expect(allemande.getByRole('img', { name, exact: true })).toBeVisible()
  // One day is enough for a chart.
  await expect(part(page, 'Courante')).toContainText('77, goal 120')
  await expect(part(page, 'Courante').getByRole('img', { name: '77 bpm, goal 120 bpm' })).toBeVisible()
  await expect(part(page, 'Gigue').getByRole('img')).toBeVisible()

  const slider = allemande.getByRole('slider', { name: 'tempo on each day' })
  await slider.press('ArrowLeft')
  await expect(slider).toHaveAttribute('aria-valuetext', /: 77 bpm$/)
  await expect(allemande.getByText(/, \d{4}: 77 bpm$/)).toBeVisible()
  const chart = await allemande.getByRole('img').boundingBox()
  await page.mouse.move((chart?.x ?? 0) + 2, (chart?.y ?? 0) + 50)
  await expect(allemande.getByText(/, \d{4}: 63 bpm$/)).toBeVisible()

  const table = button(page, 'Table, Allemande')
  await table.click()
  await expect(table).toHaveAttribute('aria-expanded', 'true')
  const rows = allemande.getByRole('row')
  await expect(rows).toHaveCount(5)
  await expect(rows.nth(1)).toContainText(/84\s*36$/)
  await expect(rows.nth(4)).toContainText(/63\s*57$/)
  await table.press('Enter')
  await expect(rows).toHaveCount(0)

  await page.getByRole('link', { name: 'Edit Suite' }).click()
  await expect(page.getByRole('heading', { name: 'edit Suite' })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Practice this piece' }).click()
  await expect(button(page, 'Next')).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Back to my pieces' }).click()
  await expect(page.getByRole('link', { name: 'Suite', exact: true })).toBeFocused()
})

test('[PH1][HI5] entries are listed 20 at a time; one is taken back without a connection, and the part returns to the one before; Undo saves it again; what is still on its way is said', async ({
  page,
  musician,
}) => {
  const row = listEntry(page, 'Allemande')

  await test.step('entries are listed 20 at a time, and Earlier leads to the first of the next', async () => {
    await listEntry(page, 'Suite').click()
    await button(page, 'Entries, Gigue').click()
    await expect(entries(page, 'Gigue')).toHaveCount(20)
    await button(page, 'Earlier').press('Enter')
    await expect(entries(page, 'Gigue')).toHaveCount(40)
    await expect(entries(page, 'Gigue').nth(20).getByRole('button')).toBeFocused()
    await button(page, 'Earlier').click()
    await expect(entries(page, 'Gigue')).toHaveCount(45)
    await expect(button(page, 'Earlier')).toHaveCount(0)
  })

  await test.step('one is taken back without a connection, and the part returns to the one before', async () => {
    await page.route(SYNC_URL, route => route.abort())
    await button(page, 'Entries, Allemande').click()
    await expect(entries(page, 'Allemande')).toHaveCount(4)
    const takeBack = (bpm: number) =>
      part(page, 'Allemande').getByRole('button', { name: new RegExp(`^Take back ${bpm} bpm`) })

    await takeBack(84).press('Enter')
    await expect(successToast(page, 'Took back Allemande, 84 bpm')).toBeVisible()
    await expect(entries(page, 'Allemande')).toHaveCount(3)
    await expect(takeBack(77)).toBeFocused()
    await expect(part(page, 'Allemande')).toContainText('63 → 77, goal 120')
    await button(page, 'Undo').click()
    await expect(entries(page, 'Allemande')).toHaveCount(4)
    await expect(part(page, 'Allemande')).toContainText('63 → 84, goal 120')

    await takeBack(84).click()
    await expect(entries(page, 'Allemande')).toHaveCount(3)
    // An older one changes the history and nothing else.
    await takeBack(70).click()
    await expect(entries(page, 'Allemande')).toHaveCount(2)
    await page.getByRole('link', { name: 'Practice', exact: true }).click()
    await expect(row).toContainText('77')
    await expect(row).toContainText('7 days')
  })

  await test.step('a new device says that older entries are still on their way; a piece deleted elsewhere is said to be gone', async () => {
    await page.unroute(SYNC_URL)
    await page.goto('/pieces')
    await listEntry(page, 'Suite').click()
    const other = await musician.secondDevice()
    await withholdHistory(other)
    await other.goto('/pieces')
    await listEntry(other, 'Suite').click()
    await expect(other.getByText('still on their way to this device')).toBeVisible()
    await expect(part(other, 'Allemande')).not.toContainText('Nothing saved yet')
    await other.unrouteAll({ behavior: 'ignoreErrors' })
    await other.reload()
    await expect(part(other, 'Allemande')).toContainText('goal 120')
    await expect(other.getByText('still on their way to this device')).toBeHidden()

    await other.getByRole('link', { name: 'Edit Suite' }).click()
    await button(other, 'Delete piece').click()
    await button(other, 'Delete').click()
    await expect(page.getByRole('heading', { name: 'this piece isn’t here' })).toBeVisible()
  })
})
