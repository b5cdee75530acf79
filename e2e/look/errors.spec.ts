import type { Page } from '@playwright/test'
import { button, genericErrorToast } from '../controls.ts'
import { expect, test } from '../musician.ts'

test.describe('what nobody foresaw', () => {
  test.use({ expectedFaults: [/planted|Failed to load resource|of undefined/] })

  test('[UI12] a screen that throws says so, keeps the navigation, and the way on works @main', async ({
    page,
    musician,
  }) => {
    await musician.signIn()
    await musician.fillLibrary()
    await page.addInitScript(() => {
      Object.defineProperty(Intl.Collator.prototype, 'compare', {
        get() {
          throw new Error('planted')
        },
      })
    })
    await page.goto('/pieces')
    await expect(page.getByRole('heading', { name: 'something broke' })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('Nothing is lost')
    await page.getByRole('navigation', { name: 'main' }).getByRole('link', { name: 'Practice' }).click()
    await expect(page.getByRole('heading', { name: 'today', exact: true })).toBeVisible()
  })
})

test('[UI7][PX6] the same error a second time is the same toast, which starts anew', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.fillLibrary()
  await page.clock.install()
  await page.goto('/practice')
  await button(page, 'Start practicing').click()
  await expect(button(page, 'Next')).toBeVisible()
  await page.evaluate(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('no', 'AbortError')
    }
  })
  await page.clock.pauseAt(Date.now() + 60_000)
  await button(page, 'Next').click()
  await afterMoments(page, () => expect(genericErrorToast(page)).toBeVisible({ timeout: 100 }))
  // The step stays.
  await expect(page.getByText('1 of 7')).toBeVisible()
  await genericErrorToast(page).evaluate(first => first.setAttribute('data-first', ''))
  await page.clock.runFor(2500)
  await button(page, 'Next').click()
  await afterMoments(page, () =>
    expect(genericErrorToast(page)).not.toHaveAttribute('data-first', '', { timeout: 100 }),
  )
  // The first one would have gone by now.
  await page.clock.runFor(2500)
  await expect(genericErrorToast(page)).toHaveCount(1)
  await page.clock.runFor(5000)
  await expect(genericErrorToast(page)).toHaveCount(0)
})

/** Lets a few milliseconds of the stopped clock pass until something holds. */
const afterMoments = (page: Page, check: () => Promise<void>) =>
  expect(async () => {
    await page.clock.runFor(10)
    await check()
  }).toPass()
