import type { Page } from '@playwright/test'
import { button, skipSteps, successToast } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { alignServerClock } from '../align-server-clock.ts'
import { readStoreRows } from '../sync/stored-rows.ts'

const PIECES = [
  { name: 'Toccata', importance: 5, endTempo: 120, parts: [[null, 60]] },
  {
    name: 'Partita',
    importance: 4,
    endTempo: 120,
    parts: [
      ['Giga', 60],
      ['Allemanda', 62],
    ],
  },
  { name: 'Fugue', importance: 1, endTempo: 120, parts: [[null, 80]] },
] as const

const timeOption = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
const rows = (page: Page, minutes: number) =>
  page.getByRole('list', { name: `parts for ${minutes} minutes` }).getByRole('listitem')
const piece = (page: Page) => page.getByRole('heading', { level: 1 })
const step = (page: Page, count: string) => page.getByText(count, { exact: true })

test.beforeEach(async ({ musician }) => {
  await musician.signIn()
  await musician.fillLibrary(PIECES)
})

const openOverview = async (page: Page) => {
  await page.goto('/practice')
  await expect(button(page, 'Start practicing')).toBeVisible()
}

test('[JB6][PX43][PX46] twenty minutes: three parts in their order, three presses from a cold start to the click, and two on the next day @main', async ({
  page,
}) => {
  const startClick = async () => {
    await button(page, 'Start 20 minutes').click()
    await button(page, 'Start metronome').click()
    await expect(button(page, 'Stop metronome')).toBeVisible()
  }
  await openOverview(page)
  await expect(timeOption(page, 'All')).toBeChecked()
  await page.locator('label', { has: timeOption(page, '20 minutes') }).click()
  await expect(rows(page, 20)).toHaveText([
    /7 minutes.*Toccata.*60\sbpm to go, not\spracticed yet/,
    /7 minutes.*Partita.*\(Giga\)/,
    /6 minutes.*Partita.*\(Allemanda\)/,
  ])
  await startClick()
  await expect(piece(page)).toHaveText('Toccata')
  await expect(step(page, '1 of 3')).toBeVisible()
  await expect(page.getByText('7 minutes for this part')).toBeVisible()
  await expect(page.getByText('20 minutes left', { exact: true })).toBeAttached()
  await button(page, 'Next').click()
  await expect(step(page, '2 of 3')).toBeVisible()
  await page.reload()
  await expect(piece(page)).toHaveText('Partita')
  await expect(page.getByText('10 minutes for this part')).toBeVisible()

  await page.clock.setSystemTime(Date.now() + 86_400_000)
  await alignServerClock(page)
  await page.goto('/practice')
  await expect(timeOption(page, '20 minutes')).toBeChecked()
  await startClick()
})

test('[PX43][TS8][PX8][PX10] any other time is set in steps of five minutes; "not today" takes the next part; what is left at the end is offered for one more; who takes everything back is not congratulated', async ({
  page,
}) => {
  await openOverview(page)
  await test.step('any other time is set in steps of five minutes', async () => {
    await timeOption(page, 'another time').check()
    await expect(button(page, 'Start 60 minutes')).toBeVisible()
    await button(page, '5 minutes more').click()
    await expect(button(page, 'Start 65 minutes')).toBeVisible()
    for (let pressed = 0; pressed < 12; pressed += 1) await button(page, '5 minutes less').click()
    await expect(button(page, 'Start 5 minutes')).toBeVisible()
    await expect(button(page, '5 minutes less')).toHaveAttribute('aria-disabled', 'true')
  })

  await timeOption(page, '20 minutes').check()
  await test.step('"not today" takes the next part, also after a reload, and can be undone', async () => {
    await button(page, 'not today: Toccata').click()
    await expect(button(page, 'not today: Partita (Giga)')).toBeFocused()
    await page.reload()
    await expect(rows(page, 20)).toHaveText([/Giga/, /Allemanda/, /Fugue/])
    await button(page, 'Bring back').click()
    await expect(rows(page, 20).first()).toContainText('Toccata')
  })

  await test.step('a row starts the session there; what is left at its end is offered for one more part', async () => {
    await button(page, 'Partita (Allemanda)').click()
    await expect(step(page, '3 of 3')).toBeVisible()
    await expect(page.getByText('12 minutes for this part')).toBeVisible()
    await skipSteps(page, 1)
    await expect(page.getByText(/^(19|20) minutes left\.$/)).toBeVisible()
    await expect(piece(page)).toContainText('That’s it, and nothing was saved.')
    await button(page, 'One more?').click()
    await expect(piece(page)).toHaveText('Fugue')
    await expect(step(page, '4 of 4')).toBeVisible()
    await page.getByRole('slider', { name: 'tempo' }).fill('90')
    await button(page, 'Next').click()
    await expect(piece(page)).toContainText('Congratulations: 10 bpm gained')
    await expect(button(page, 'One more?')).toHaveCount(0)
  })

  await test.step('who takes everything back is not congratulated', async () => {
    await button(page, 'Undo').click()
    await expect(step(page, '4 of 4')).toBeVisible()
    await button(page, 'Skip').click()
    await expect(piece(page)).toContainText('That’s it, and nothing was saved.')
    await expect(page.getByText('Congratulations')).toBeHidden()
    await expect(page.getByText('All tempos stay as they were.')).toBeVisible()
  })
})

test('[TC1][TS8][SE14][PX43] an entry says how long it took: a forgotten phone counts five minutes; a session that was left says what it did not reach; the end of a block is said once, and the step stays', async ({
  page,
}) => {
  // The server would correct times later than its own, and so move practice after midnight to the day before.
  await page.clock.install({ time: Date.now() - 2 * 60 * 60_000 })
  await alignServerClock(page)
  await openOverview(page)
  await timeOption(page, '30 minutes').check()
  await button(page, 'Start 30 minutes').click()
  await expect(piece(page)).toHaveText('Toccata')
  await page.clock.fastForward('01:30')
  await button(page, 'one bpm more').click()
  await page.reload()
  await expect(piece(page)).toHaveText('Toccata')
  await page.clock.fastForward('50:00')
  await button(page, 'Next').click()
  await expect(piece(page)).toHaveText('Partita')
  const entries = async () => {
    const waiting = (await readStoreRows(page, 'outbox')) as { change: { args: { seconds?: number } } }[]
    return [...waiting.map(({ change }) => change.args), ...(await readStoreRows(page, 'practice'))]
  }
  await expect.poll(entries).toMatchObject([{ plannedSeconds: 480, day: expect.any(Number) }])
  const [entry] = (await entries()) as { seconds: number }[]
  // A minute and a half, and five minutes for the 50; the clock of the page runs on while the test does.
  expect(entry?.seconds).toBeGreaterThanOrEqual(390)
  expect(entry?.seconds).toBeLessThan(420)

  await test.step('a session that was left says what it saved and what it did not reach', async () => {
    await button(page, 'Pause practice').click()
    await expect(page.getByText('So far: 1 bpm gained')).toBeVisible()
    const summary = 'Not reached: Partita (Allemanda) and Fugue. There’s nothing to catch up on.'
    await expect(page.getByText(summary, { exact: true })).toBeVisible()
    // The large button starts another duration as soon as it is chosen.
    const large = page.getByRole('main').getByRole('button').last()
    await expect(large).toHaveText('Continue, 2 of 4')
    await timeOption(page, '20 minutes').check()
    await expect(large).toHaveText('Start 20 minutes')
    await large.click()
  })

  await test.step('the end of a block is said once, and the step stays', async () => {
    // Toccata was practiced: it stands behind the others.
    await expect(piece(page)).toHaveText('Partita')
    await expect(page.getByText('7 minutes for this part')).toBeVisible()
    // A minute is left for a slow machine.
    await page.clock.fastForward('06:00')
    await expect(page.getByText('7 minutes for this part')).toBeVisible()
    await page.clock.fastForward('01:05')
    await expect(successToast(page, '7 minutes are over. Go on when you like.')).toBeVisible()
    await expect(step(page, '1 of 3')).toBeVisible()
  })
})
