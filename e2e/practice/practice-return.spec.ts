import type { Page } from '@playwright/test'
import { navigationLink, button, listEntry, logOut, waitOutPedalBounce } from '../controls.ts'
import { expect, test, type Musician } from '../musician.ts'
import { alignServerClock } from '../align-server-clock.ts'
import { countPracticeEntries, readPersistedValues } from '../sync/stored-rows.ts'

const slider = (page: Page) => page.getByRole('slider', { name: 'tempo' })
const steps = (page: Page, count: string) => page.getByText(count, { exact: true })

async function setVisibility(page: Page, state: 'hidden' | 'visible') {
  await page.evaluate(value => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    Object.defineProperty(document, 'hidden', { value: value === 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

async function signInAtSecondStep(page: Page, musician: Musician) {
  await musician.signIn()
  await musician.fillLibrary()
  await page.goto('/practice')
  await button(page, 'Start practicing').click()
  await button(page, 'Next').click()
  await expect(steps(page, '2 of 7')).toBeVisible()
  await slider(page).fill('75')
  await expect(page.getByText('saves 75 bpm')).toBeVisible()
}

test('[SE14][ST16] by the bar and back and after the lock of the phone: same step, same tempo; past midnight it goes on, after four hours it is over; a sign-out takes it away @main', async ({
  page,
  musician,
}) => {
  await page.clock.install({ time: new Date('2026-11-20T20:00:00') })
  await alignServerClock(page)
  await signInAtSecondStep(page, musician)
  await test.step('by the bar to the pieces and back: same step, same tempo', async () => {
    await navigationLink(page, 'Pieces').click()
    await expect(page.getByRole('heading', { name: 'my pieces' })).toBeVisible()
    await navigationLink(page, 'Practice').click()
    await expect(steps(page, '2 of 7')).toBeVisible()
    await expect(slider(page)).toHaveValue('75')
  })

  await test.step('set just before the page goes away, it is there when it comes back', async () => {
    for (const tempo of ['80', '81', '82', '83']) await slider(page).fill(tempo)
    await page.goto('about:blank')
    await page.goBack()
    await expect(steps(page, '2 of 7')).toBeVisible()
    await expect(slider(page)).toHaveValue('83')
  })

  await test.step('past midnight it goes on, after four hours it is over, without a reload', async () => {
    await setVisibility(page, 'hidden')
    await page.clock.setSystemTime(new Date('2026-11-20T23:59:00'))
    await setVisibility(page, 'visible')
    await slider(page).fill('76')
    await page.clock.setSystemTime(new Date('2026-11-21T00:30:00'))
    await setVisibility(page, 'visible')
    await expect(slider(page)).toHaveValue('76')
    await setVisibility(page, 'hidden')
    await page.clock.setSystemTime(new Date('2026-11-21T08:00:00'))
    await setVisibility(page, 'visible')
    await expect(page.getByRole('heading', { name: 'today', exact: true })).toBeVisible()
    await expect(button(page, 'Start practicing')).toBeVisible()
  })

  await test.step('signing out takes it away with the library', async () => {
    await page.getByRole('radio', { name: '20 minutes', exact: true }).check()
    await expect.poll(() => readPersistedValues(page)).not.toEqual({})
    await page.goto('/account')
    await logOut(page)
    await expect(button(page, 'Send me a sign-in link')).toBeVisible()
    expect(await readPersistedValues(page)).toEqual({})
  })
})

test('[SC12][PX6] two tabs practice at once: each saves what it shows, neither spoils the other, and no step counts twice @main', async ({
  page,
  musician,
}) => {
  await signInAtSecondStep(page, musician)
  const other = await page.context().newPage()
  await other.goto('/practice')
  await expect(steps(other, '2 of 7')).toBeVisible()
  await slider(other).fill('79')
  await expect(slider(page)).toHaveValue('75')

  await waitOutPedalBounce(page)
  await button(page, 'Next').click()
  await expect(steps(page, '3 of 7')).toBeVisible()
  await expect(steps(other, '2 of 7')).toBeVisible()
  await button(other, 'Skip').click()
  await expect(steps(other, '3 of 7')).toBeVisible()
  await slider(other).fill('92')
  await button(other, 'Next').click()
  await expect(steps(other, '4 of 7')).toBeVisible()
  // Not moved in this tab, so the slider shows what the other tab saved, and Next adds no second entry.
  await expect(slider(page)).toHaveValue('92')
  const entries = await countPracticeEntries(page)
  await waitOutPedalBounce(page)
  await button(page, 'Next').click()
  await expect(steps(page, '4 of 7')).toBeVisible()
  expect(await countPracticeEntries(page)).toBe(entries)

  // Both tabs share one routine: a reload continues at the step that was reached last in either.
  for (const tab of [page, other]) {
    await tab.reload()
    await expect(steps(tab, '4 of 7')).toBeVisible()
  }
  for (const tab of [page, other]) {
    await button(tab, 'Pause practice').click()
    await expect(listEntry(tab, 'bars 27–36')).toContainText('75')
    await expect(listEntry(tab, 'Andante très expressif')).toContainText('92')
  }
})

test('[MT23] the screen may sleep again when the routine is left, and is kept awake when the page comes back @window', async ({
  page,
  musician,
}) => {
  await page.addInitScript(() => {
    const locks: WakeLockSentinel[] = []
    Object.assign(window, { locks })
    const native = navigator.wakeLock.request.bind(navigator.wakeLock)
    navigator.wakeLock.request = async type => {
      const lock = await native(type)
      locks.push(lock)
      return lock
    }
  })
  const locks = () =>
    page.evaluate(() => (Reflect.get(window, 'locks') as WakeLockSentinel[]).map(({ released }) => released))
  await musician.signIn()
  await musician.fillLibrary()
  await page.goto('/practice')
  await expect(button(page, 'Start practicing')).toBeVisible()
  expect(await locks()).toEqual([])
  await button(page, 'Start practicing').click()
  await expect.poll(locks).toEqual([false])
  // The system releases the lock of a hidden page, and dispatches the event on its return.
  await page.evaluate(async () => {
    await (Reflect.get(window, 'locks') as WakeLockSentinel[])[0]?.release()
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(locks).toEqual([true, false])
  await button(page, 'Pause practice').click()
  await expect.poll(locks).toEqual([true, true])
})
