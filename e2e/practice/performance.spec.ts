import type { Page } from '@playwright/test'
import { dayAtUtcOffset, formatIsoDay, type Day } from '#core/library/day.ts'
import type { PracticeEntry } from '#core/library/piece.ts'
import { button, listEntry, successToast, waitOutPedalBounce } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { readStoreRows } from '../sync/stored-rows.ts'

const inDays = (days: number) => formatIsoDay((dayAtUtcOffset(Date.now(), 0) + days) as Day)

const SUITE = {
  name: 'Suite',
  importance: 1,
  endTempo: 120,
  parts: [
    ['Prelude', 100],
    ['Gigue', 90],
  ],
} as const
const ETUDE = { name: 'Etude', importance: 5, endTempo: 120, parts: [[null, 60]] } as const

const dateField = (page: Page) => page.getByLabel('performance', { exact: true })
const rows = (page: Page) => page.getByRole('list', { name: 'parts for 20 minutes' }).getByRole('listitem')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const runThroughs = async (page: Page) =>
  ((await readStoreRows(page, 'practice')) as PracticeEntry[]).filter(entry => entry.runThroughId !== null)

test('[PF1][PF4][PX44][PD1] the day of a performance is set in the form; the overview knows it, and a session prepares for it: the run-through comes first, "not today" leaves it out, keys answer it, and Undo takes an entry for each part back', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.fillLibrary([ETUDE, SUITE])
  await musician.fillHistory([
    { daysAgo: 3, piece: 'Suite', part: 'Prelude', tempo: 100 },
    { daysAgo: 2, piece: 'Suite', part: 'Gigue', tempo: 90 },
  ])
  await test.step('its day is set in the form; one that is partly deleted is called incomplete', async () => {
    await page.goto('/pieces')
    await page.getByRole('link', { name: 'Edit Suite' }).click()
    await dateField(page).fill(inDays(30))
    await dateField(page).focus()
    await page.keyboard.press('Backspace')
    // It is aria-disabled, which Playwright would wait for.
    await button(page, 'Save').click({ force: true })
    await expect(dateField(page)).toBeFocused()
    await expect(dateField(page)).toHaveAccessibleDescription(
      'The date is incomplete. Complete or remove it.',
    )
    await dateField(page).fill(inDays(2))
    await button(page, 'Save').click()
    await listEntry(page, 'Suite').click()
    await expect(page.getByText(/^performance on .*, in 2 days$/)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Gigue' })).toContainText('bpm to gain in')
  })

  await page.goto('/practice')
  await expect(listEntry(page, '(Gigue)')).toContainText(/performance \w+ \d+, in 2 days/)
  await expect(page.getByText('Suite in 2 days: 2 parts are due.')).toBeVisible()
  await button(page, 'Practice 30 minutes').click()
  await expect(page.getByRole('radio', { name: '30 minutes', exact: true })).toBeChecked()
  await expect(heading(page)).toBeFocused()
  await page.getByRole('radio', { name: '20 minutes', exact: true }).check()
  await expect(rows(page)).toHaveText([
    /5 minutes.*Suite.*run-through for \w+ \d+/,
    /minutes.*Suite.*\(Prelude\).*in 2 days/,
    /minutes.*Etude.*bpm to go/,
  ])
  await button(page, 'not today: run-through of Suite').click()
  await expect(rows(page).first()).toContainText('(Prelude)')
  await expect(button(page, 'not today: Suite (Prelude)')).toBeFocused()
  await button(page, 'Bring back').click()

  await test.step('keys answer it, an entry is saved for each part, and Undo takes them all back', async () => {
    await button(page, 'Start 20 minutes').click()
    await expect(heading(page)).toHaveText('Suite')
    // The browser's Back leaves the run-through, and Start returns to it.
    await page.goBack()
    await button(page, 'Start 20 minutes').click()
    await expect(heading(page)).toBeFocused()
    await page.keyboard.press('Space')
    await expect(button(page, 'Stop metronome')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await expect(successToast(page, 'Saved the run-through of Suite')).toBeVisible()
    await expect(page.getByText('1 of 2', { exact: true })).toBeVisible()
    await expect
      .poll(async () => (await runThroughs(page)).map(({ tempo, firstTryClean }) => [tempo, firstTryClean]))
      .toEqual([
        [119, true],
        [119, true],
      ])
    await button(page, 'Undo').click()
    await expect
      .poll(async () => (await runThroughs(page)).map(({ retractedAt }) => retractedAt !== null))
      .toEqual([true, true])

    // A reload does not ask again.
    await page.reload()
    await expect(page.getByText('1 of 2', { exact: true })).toBeVisible()
  })
})

test('[PX47][PH1] at the end, a run-through is undone in its row, which leads back to it; rated again, it is the end again, also after a reload; the page of the piece shows it without a tempo', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.fillLibrary([{ ...SUITE, performedIn: 2 }])
  await page.goto('/practice')
  await page.getByRole('radio', { name: '20 minutes', exact: true }).check()
  await button(page, 'Start 20 minutes').click()
  await button(page, 'Clean').click()
  await expect(page.getByText('1 of 2', { exact: true })).toBeVisible()
  await waitOutPedalBounce(page)
  await button(page, 'Next').click()
  await expect(page.getByText('2 of 2', { exact: true })).toBeVisible()
  await waitOutPedalBounce(page)
  await button(page, 'Skip').click()

  const results = page.getByRole('list', { name: 'what it brought' }).getByRole('listitem')
  const undo = button(page, 'Undo run-through')
  await expect(results).toHaveText([/^Suite run-through/, /^Suite kept Gigue/])
  await undo.press('Enter')
  await expect(heading(page)).toHaveText('Suite')
  await expect(heading(page)).toBeFocused()
  const areRetracted = async () => (await runThroughs(page)).map(({ retractedAt }) => retractedAt !== null)
  await expect.poll(areRetracted).toEqual([true, true])
  await page.reload()
  await button(page, 'With stops').click()
  await expect(results).toHaveCount(2)
  await page.reload()
  await expect(undo).toBeVisible()
  await expect.poll(async () => (await areRetracted()).filter(isRetracted => !isRetracted)).toHaveLength(2)

  await page.goto('/pieces')
  await listEntry(page, 'Suite').click()
  await button(page, 'Entries, Prelude').click()
  await expect(page.getByRole('region', { name: 'Prelude' }).getByRole('listitem')).toHaveText(/^run-through/)
  await page.getByRole('button', { name: /^Take back run-through, / }).click()
  await expect(successToast(page, 'Took back Prelude, run-through')).toBeVisible()
})
