import type { Locator, Page } from '@playwright/test'
import { dayOf, formatIsoDay, type Day } from '#core/library/day.ts'
import type { Practice } from '#core/library/piece.ts'
import {
  button,
  deletePieceOnScreen,
  listEntry,
  successToast,
  textField,
  waitOutPedalBounce,
} from '../controls.ts'
import { expect, test, type Musician } from '../musician.ts'
import { countPracticeEntries, readStoreRows } from '../sync/stored-rows.ts'

// A piece is performed soon: its day is set, timed sessions prepare for it, and it is played through.

const inDays = (days: number) => formatIsoDay((dayOf(Date.now(), 0) + days) as Day)

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

const date = (page: Page) => page.getByLabel('performance', { exact: true })
const rows = (page: Page) => page.getByRole('list', { name: 'parts for 20 minutes' }).getByRole('listitem')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function choose20Minutes(page: Page) {
  await page.goto('/practice')
  await page.getByRole('radio', { name: '20 minutes', exact: true }).check()
  await expect(rows(page).first()).toBeVisible()
}

/** Starts a timed session that begins with the run-through of Suite. */
async function startRunThrough(page: Page, musician: Musician) {
  await musician.fillLibrary([ETUDE, { ...SUITE, performedIn: 0 }])
  await choose20Minutes(page)
  await button(page, 'Start 20 minutes').click()
}

async function openSuiteInForm(page: Page, musician: Musician) {
  await musician.fillLibrary([SUITE])
  await page.goto('/pieces')
  await page.getByRole('link', { name: 'Edit Suite' }).click()
}

const entriesOnDevice = async (page: Page) => (await readStoreRows(page, 'practice')) as Practice[]

async function deleteSuiteInOtherTab(page: Page) {
  const tab = await page.context().newPage()
  await tab.goto('/pieces')
  await deletePieceOnScreen(tab, 'Suite')
}

const INCOMPLETE = 'The date is incomplete. Complete or remove it.'

/** Presses Save while it is aria-disabled, which Playwright would wait for. */
const pressRefusingSave = (page: Page) => button(page, 'Save').click({ force: true })

test.beforeEach(async ({ musician }) => musician.signIn())

test('[PF1] the day of a performance is set in the form, shown with what is missing, called incomplete when it is partly deleted, and removed', async ({
  page,
  musician,
}) => {
  await openSuiteInForm(page, musician)
  await date(page).fill(inDays(21))
  await button(page, 'Save').click()
  await listEntry(page, 'Suite').click()
  await expect(page.getByText(/^performance on .*, in 21 days$/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Gigue' })).toContainText('bpm to gain in')
  await page.getByRole('link', { name: 'Edit Suite' }).click()
  await expect(date(page)).toHaveValue(inDays(21))

  await test.step('a date that is partly deleted is called incomplete, and Save leads to its field', async () => {
    await textField(page, 'name').fill('Suite in G')
    await date(page).focus()
    await page.keyboard.press('Backspace')
    await pressRefusingSave(page)
    await expect(date(page)).toBeFocused()
    await expect(date(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(date(page)).toHaveAccessibleDescription(INCOMPLETE)
    await expect(textField(page, 'name')).toHaveValue('Suite in G')
    await date(page).fill(inDays(30))
    await expect(date(page)).toHaveAttribute('aria-invalid', 'false')
    await button(page, 'Save').click()
    await page.getByRole('link', { name: 'Edit Suite in G' }).click()
    await expect(date(page)).toHaveValue(inDays(30))
  })

  await button(page, 'Remove the date').click()
  await expect(date(page)).toBeFocused()
  await button(page, 'Save').click()
  await page.getByRole('link', { name: 'Edit Suite in G' }).click()
  await expect(date(page)).toHaveValue('')
})

test('[PF1][EP15] a date that is begun in an empty field is called incomplete, also after a reload, until removed, and keeps no piece that another tab deletes from being added again', async ({
  page,
  musician,
}) => {
  await openSuiteInForm(page, musician)
  const isBad = () => date(page).evaluate((input: HTMLInputElement) => input.validity.badInput)
  await date(page).focus()
  await page.keyboard.type('1')
  await pressRefusingSave(page)
  await expect(date(page)).toBeFocused()
  await expect(date(page)).toHaveAccessibleDescription(INCOMPLETE)
  expect(await isBad()).toBe(true)
  await button(page, 'Remove the date').click()
  await expect(date(page)).toHaveAttribute('aria-invalid', 'false')
  expect(await isBad()).toBe(false)
  await page.keyboard.type('1')
  await pressRefusingSave(page)
  await expect(date(page)).toHaveAccessibleDescription(INCOMPLETE)
  await page.reload()
  await date(page).focus()
  await page.keyboard.press('Tab')
  await date(page).blur()
  await expect(date(page)).toHaveAccessibleDescription(INCOMPLETE)
  await button(page, 'Remove the date').click()
  await button(page, 'Save').click()
  await expect(successToast(page, 'Saved Suite')).toBeVisible()

  await test.step('an incomplete date of a piece that another tab deletes', async () => {
    await page.getByRole('link', { name: 'Edit Suite' }).click()
    await date(page).fill(inDays(21))
    await date(page).focus()
    await page.keyboard.press('Backspace')
    expect(await isBad()).toBe(true)
    await deleteSuiteInOtherTab(page)
    await button(page, 'Add it as a new piece').click()
    await expect(listEntry(page, 'Suite')).toBeVisible()
  })
})

test('[PF1][PF4] a session prepares for the performance, and "not today" leaves the run-through out', async ({
  page,
  musician,
}) => {
  await musician.fillLibrary([ETUDE, { ...SUITE, performedIn: 2 }])
  await musician.fillHistory([
    { daysAgo: 3, piece: 'Suite', part: 'Prelude', tempo: 100 },
    { daysAgo: 2, piece: 'Suite', part: 'Gigue', tempo: 90 },
  ])
  await choose20Minutes(page)
  await expect(rows(page)).toHaveText([
    /5 minutes.*Suite.*run-through for \w+ \d+/,
    /minutes.*Suite.*\(Prelude\).*in 2 days/,
    /minutes.*Etude.*bpm to go/,
  ])
  await button(page, 'not today: run-through of Suite').click()
  await expect(rows(page).first()).toContainText('(Prelude)')
  await expect(button(page, 'not today: Suite (Prelude)')).toBeFocused()
  await button(page, 'Bring back').click()
  await expect(rows(page).first()).toContainText('run-through')
})

test('[PF4] the run-through comes first, saves an entry for each part, and can be undone', async ({
  page,
  musician,
}) => {
  await startRunThrough(page, musician)
  await expect(heading(page)).toHaveText('Suite')
  await expect(heading(page)).toBeFocused()
  await expect(button(page, 'Start metronome')).toBeVisible()
  // The browser's Back leaves, and Start begins with it again.
  await page.goBack()
  await button(page, 'Start 20 minutes').click()
  await button(page, 'With stops').click()
  await expect(successToast(page, 'Saved the run-through of Suite')).toBeVisible()
  await expect(page.getByText('1 of 2', { exact: true })).toBeVisible()
  await expect.poll(async () => (await entriesOnDevice(page)).length).toBe(2)
  const entries = await entriesOnDevice(page)
  expect(entries.map(({ tempo }) => tempo).toSorted((a, b) => a - b)).toEqual([90, 100])
  expect(new Set(entries.map(({ runThroughId }) => runThroughId)).size).toBe(1)
  expect(entries.map(({ firstTryClean }) => firstTryClean)).toEqual([false, false])

  // A reload does not ask again.
  await page.reload()
  await expect(page.getByText('1 of 2', { exact: true })).toBeVisible()
  await button(page, 'Skip').click()
  await waitOutPedalBounce(page)
  await button(page, 'Skip').click()
  await expect(heading(page)).toContainText('Played through: Suite.')
})

test('[PF4][PD1] keys answer as they answer the trainer, and the click gives the tempo', async ({
  page,
  musician,
}) => {
  await startRunThrough(page, musician)
  await expect(heading(page)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(button(page, 'Stop metronome')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('1 of 2', { exact: true })).toBeVisible()
  await expect
    .poll(async () => (await entriesOnDevice(page)).map(({ tempo, firstTryClean }) => [tempo, firstTryClean]))
    .toEqual([
      [119, true],
      [119, true],
    ])
})

/** Presses a button as a tap on iOS does, where each is a first click. Returns its time in ms of the page's clock. */
const tapAt = (target: Locator, at: number | null) =>
  target.evaluate((element, time) => {
    const click = new MouseEvent('click', { bubbles: true, detail: 1 })
    if (time !== null) Object.defineProperty(click, 'timeStamp', { value: time })
    element.dispatchEvent(click)
    return click.timeStamp
  }, at)

test('[PF4][PX7] Undo takes all entries of the run-through back, and the echo of a press on Skip, Clean or With stops reaches nothing of the first step', async ({
  page,
  musician,
}) => {
  await startRunThrough(page, musician)
  await button(page, 'Clean').click()
  await button(page, 'Undo').click()
  await expect
    .poll(async () => (await entriesOnDevice(page)).map(({ retractedAt }) => retractedAt !== null))
    .toEqual([true, true])

  // A run-through of a second makes the next one so short that there is time for a third step.
  const step = (number: number) => page.getByText(new RegExp(`^${number} of [23]$`))
  // With the two that were taken back.
  const entriesAfter = { Skip: 2, Clean: 4, 'With stops': 6 }
  for (const [answer, entries] of Object.entries(entriesAfter)) {
    await button(page, 'Pause practice').click()
    await button(page, 'Start 20 minutes').click()
    await test.step(`the echo of a press on ${answer}`, async () => {
      const pressedAt = await tapAt(button(page, answer), null)
      await expect(step(1)).toBeVisible()
      await tapAt(button(page, 'Next'), pressedAt + 599)
      await tapAt(button(page, 'Skip'), pressedAt + 599)
      await tapAt(button(page, 'Skip'), pressedAt + 600)
      await expect(step(2)).toBeVisible()
      // Synced or not.
      expect(await countPracticeEntries(page)).toBe(entries)
    })
  }
})

test('[PF4][PX18][TS8] a screen reader hears the tempo of a run-through when its buttons rest; that of a piece that another tab deletes gives way to the first step with its time', async ({
  page,
  musician,
}) => {
  await startRunThrough(page, musician)
  await expect(heading(page)).toHaveText('Suite')
  await button(page, '−5 bpm').click()
  await expect(page.getByRole('status').filter({ hasText: 'now 115 bpm' })).toHaveCount(1)
  await deleteSuiteInOtherTab(page)
  await expect(heading(page)).toHaveText('Etude')
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible()
  await expect(page.getByText('12 minutes for this part')).toBeVisible()
  expect(await entriesOnDevice(page)).toHaveLength(0)
})
