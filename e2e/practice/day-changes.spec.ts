import type { Page } from '@playwright/test'
import { dayAtUtcOffset } from '#core/library/day.ts'
import { button, listEntry } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { alignServerClock } from '../align-server-clock.ts'
import { readStoreRows } from '../sync/stored-rows.ts'

// Which day it is: a device's clock may be wrong, and no event tells a suspended page that midnight has passed.

const DAY = 24 * 60 * 60_000

const PIECES = [
  { name: 'Toccata', importance: 5, endTempo: 120, parts: [[null, 60]] },
  { name: 'Fugue', importance: 1, endTempo: 120, parts: [[null, 80]] },
] as const

async function practiceFirstPart(page: Page) {
  await button(page, 'Start practicing').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Toccata')
  await button(page, 'Next').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fugue')
  await button(page, 'Skip').click()
  await button(page, 'Done. Tomorrow, da capo.').click()
  await expect(listEntry(page, 'Toccata')).toContainText('practiced today')
}

test('[ST10] a device whose clock is a day fast stores its practice under the right day; a page that slept over midnight asks for the day when its window is focused, and at Start', async ({
  page,
  musician,
}) => {
  const first = Date.now() - 5 * DAY
  const setDay = (day: number) => page.clock.setSystemTime(first + DAY + day * DAY)
  await page.clock.install({ time: first + DAY })
  await alignServerClock(page, DAY)
  await musician.signIn()
  await musician.fillLibrary(PIECES, first)
  await page.goto('/practice')
  await practiceFirstPart(page)
  await expect
    .poll(async () => (await readStoreRows(page, 'practice')).map(row => Reflect.get(row as object, 'day')))
    .toEqual([dayAtUtcOffset(first, 0)])

  await test.step('a focused window shows the new day', async () => {
    await setDay(1)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(listEntry(page, 'Toccata')).not.toContainText('practiced today')
    await expect(listEntry(page, 'Toccata')).toContainText('yesterday')
  })

  await test.step('Start leaves out nothing that was practiced on another day', async () => {
    await practiceFirstPart(page)
    await setDay(2)
    await button(page, 'Start practicing').click()
    await expect(page.getByText('1 of 2', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Toccata')
    await button(page, 'Next').click()
    await button(page, 'Skip').click()
    await button(page, 'Done. Tomorrow, da capo.').click()
  })

  await test.step('so does the Start of a timed session', async () => {
    await page.getByRole('radio', { name: '20 minutes', exact: true }).check()
    const rows = page.getByRole('list', { name: 'parts for 20 minutes' }).getByRole('listitem')
    await expect(rows).toHaveText([/Fugue/, /Toccata/])
    await setDay(3)
    await button(page, 'Start 20 minutes').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Toccata')
  })
})
