import type { Page } from '@playwright/test'
import { button } from '../controls.ts'
import { holdBackScreenCode } from '../sync/held-back.ts'
import { expect, test } from '../musician.ts'

test.describe('from one thing to the next', () => {
  test.beforeEach(async ({ musician, page }) => {
    await musician.signIn()
    await musician.fillLibrary()
    await page.goto('/practice')
    await expect(button(page, 'Start practicing')).toBeVisible()
  })

  test('the first step stands where the day’s order stood, with no empty page between', async ({ page }) => {
    // It comes while the order is being read.
    await expect.poll(() => isThere(page, 'practicing')).toBe(true)
    const empty = await emptyMoments(page)
    await button(page, 'Start practicing').click()
    await expect(page.getByRole('heading', { name: 'Clair de lune' })).toBeVisible()
    expect(await empty()).toBe(0)
  })

  test('a screen that is still on its way leaves the one before in its place', async ({ page, musician }) => {
    const account = await holdBackScreenCode(page, 'account')
    const empty = await emptyMoments(page)
    await page.getByRole('link', { name: 'Account' }).click()
    await expect(page).toHaveURL(/\/account$/)
    await expect(button(page, 'Start practicing')).toBeVisible()
    await account.bring()
    await expect(page.getByRole('heading', { name: musician.email })).toBeVisible()
    expect(await empty()).toBe(0)
  })
})

/** Whether a lazy part has come to the page and has run, with its style sheet. */
const isThere = (page: Page, part: string): Promise<boolean> =>
  page.evaluate(async name => {
    const script = performance
      .getEntriesByType('resource')
      .find(entry => entry.name.includes(`/${name}-`) && entry.name.endsWith('.js'))
    if (script === undefined) return false
    await import(script.name)
    return [...document.styleSheets].some(({ href }) => href?.includes(`/${name}-`))
  }, part)

/** Counts from now on the changes after which no screen stood there; what it gives tells how many there were. */
async function emptyMoments(page: Page): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle(() => {
    const count = { empty: 0 }
    new MutationObserver(() => {
      if (document.querySelector('h1') === null) count.empty += 1
    }).observe(document.body, { childList: true, subtree: true })
    return count
  })
  return () => counter.evaluate(({ empty }) => empty)
}
