import type { Page } from '@playwright/test'
import { barLink, waitOutPedalBounce, button, skipSteps } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { countPracticeEntries } from '../sync/stored-rows.ts'

// The browser's Back and Forward inside a routine.

const step = (page: Page, number: number) => page.getByText(`${number} of 7`, { exact: true })
const overview = (page: Page) => page.getByRole('heading', { name: 'today', exact: true })

test.beforeEach(async ({ page, musician }) => {
  await musician.signIn()
  await musician.fillLibrary()
  await page.goto('/pieces')
  await barLink(page, 'Practice').click()
  await button(page, 'Start practicing').click()
  await expect(step(page, 1)).toBeVisible()
})

test('[PX33] Back goes one step back, from the first to the overview, and Forward the same way; after Pause practice and Done it leads to where one was before', async ({
  page,
}) => {
  await test.step('Back goes one step back, from the first to the overview, and Forward the same way', async () => {
    await button(page, 'Next').click()
    await expect(step(page, 2)).toBeVisible()
    await button(page, 'Skip').click()
    await expect(step(page, 3)).toBeVisible()
    await expect(page).toHaveURL(/\/practice\?step=3$/)
    // The link to this screen leaves the step where it is.
    await barLink(page, 'Practice').click()
    await expect(page).toHaveURL(/\/practice\?step=3$/)
    await expect(step(page, 3)).toBeVisible()
    for (const number of [2, 1]) {
      await page.goBack()
      await expect(step(page, number)).toBeVisible()
    }
    await page.goBack()
    await expect(overview(page)).toBeVisible()
    for (const number of [1, 2, 3]) {
      await page.goForward()
      await expect(step(page, number)).toBeVisible()
    }
    await page.goBack()
    await expect(step(page, 2)).toBeVisible()
    // The button goes the same way.
    await button(page, 'Back').click()
    await expect(step(page, 1)).toBeVisible()
    await page.goForward()
    await expect(step(page, 2)).toBeVisible()
    await page.goBack()
    await page.goBack()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'my pieces' })).toBeVisible()
  })

  await barLink(page, 'Practice').click()
  await button(page, 'Start over').click()
  await expect(step(page, 1)).toBeVisible()
  await test.step('after Pause practice Back leads to where one was before', async () => {
    await skipSteps(page, 2)
    await expect(step(page, 3)).toBeVisible()
    await button(page, 'Pause practice').click()
    await expect(overview(page)).toBeVisible()
    await expect(page).toHaveURL(/\/practice$/)
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'my pieces' })).toBeVisible()
  })

  await barLink(page, 'Practice').click()
  await button(page, 'Start over').click()
  await expect(step(page, 1)).toBeVisible()
  await test.step('Back from the congratulations goes to the last step, and Done back to the overview', async () => {
    await skipSteps(page, 7)
    const done = button(page, 'Done. Tomorrow, da capo.')
    await expect(done).toBeVisible()
    await page.goBack()
    await expect(step(page, 7)).toBeVisible()
    await page.goForward()
    await done.click()
    await expect(overview(page)).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'my pieces' })).toBeVisible()
  })
})

test('[PX33][PX6] Next on a saved part writes no second entry; a reload keeps the way back, and who comes by the address is led out', async ({
  page,
}) => {
  await test.step('Next on a part that is saved already goes on and writes no second entry', async () => {
    const slider = page.getByRole('slider', { name: 'tempo' })
    await slider.fill('60')
    await button(page, 'Next').click()
    await expect(step(page, 2)).toBeVisible()
    await button(page, 'Back').click()
    await expect(button(page, 'Next')).toHaveAccessibleDescription('60 bpm saved')
    await waitOutPedalBounce(page)
    await button(page, 'Next').click()
    await expect(step(page, 2)).toBeVisible()
    expect(await countPracticeEntries(page)).toBe(1)
    await button(page, 'Back').click()
    await expect(step(page, 1)).toBeVisible()
    await slider.fill('61')
    await expect(button(page, 'Next')).toHaveAccessibleDescription('saves 61 bpm')
    await waitOutPedalBounce(page)
    await button(page, 'Next').click()
    await expect(step(page, 2)).toBeVisible()
    expect(await countPracticeEntries(page)).toBe(2)
  })

  await test.step('a reload finds the step and the way back', async () => {
    await button(page, 'Skip').click()
    await expect(step(page, 3)).toBeVisible()
    await page.goBack()
    await expect(step(page, 2)).toBeVisible()
    await page.reload()
    await expect(step(page, 2)).toBeVisible()
    await page.goBack()
    await expect(step(page, 1)).toBeVisible()
    await page.goForward()
    await page.goForward()
    await expect(step(page, 3)).toBeVisible()
  })

  await test.step('a routine that was come back to by its address begins there: Back leads out', async () => {
    await barLink(page, 'Account').click()
    await page.goto('/practice')
    await expect(step(page, 3)).toBeVisible()
    // There is no step below in the history; the button makes one.
    await button(page, 'Back').click()
    await expect(step(page, 2)).toBeVisible()
    await button(page, 'Skip').click()
    await expect(step(page, 3)).toBeVisible()
    await page.goBack()
    await expect(step(page, 2)).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/\/account$/)
  })
})
