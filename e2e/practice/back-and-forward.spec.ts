import type { Page } from '@playwright/test'
import { navigationLink, button, skipSteps } from '../controls.ts'
import { expect, test } from '../musician.ts'

const step = (page: Page, number: number) => page.getByText(`${number} of 3`, { exact: true })
const overview = (page: Page) => page.getByRole('heading', { name: 'today', exact: true })
const PARTS = [
  ['Allemande', 60],
  ['Gigue', 84],
  ['Loure', 100],
] as const
const piecesHeading = (page: Page) => page.getByRole('heading', { name: 'my pieces' })

test('[PX33] Back goes one step back, from the first to the overview, and Forward the same way; a reload keeps the way, Pause practice and Done lead to where one was before, and who comes by the address is led out', async ({
  page,
  musician,
}) => {
  const startRoutine = async () => {
    await navigationLink(page, 'Practice').click()
    await page.getByRole('button', { name: /^Start (practicing|over)$/ }).click()
    await expect(step(page, 1)).toBeVisible()
  }
  await musician.signIn()
  await musician.fillLibrary([{ name: 'Suite', importance: 3, endTempo: 120, parts: PARTS }])
  await page.goto('/pieces')
  await startRoutine()

  await test.step('Back goes one step back, from the first to the overview, and Forward the same way', async () => {
    await skipSteps(page, 2)
    await expect(step(page, 3)).toBeVisible()
    // The link to the current screen keeps the step.
    await navigationLink(page, 'Practice').click()
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
    await page.reload()
    await expect(step(page, 2)).toBeVisible()
    // The Back button leads to the same step.
    await button(page, 'Back').click()
    await expect(step(page, 1)).toBeVisible()
    await page.goForward()
    await expect(step(page, 2)).toBeVisible()
    for (let back = 0; back < 3; back++) await page.goBack()
    await expect(piecesHeading(page)).toBeVisible()
  })

  await startRoutine()
  await test.step('after Pause practice Back leads to where one was before', async () => {
    await skipSteps(page, 2)
    await button(page, 'Pause practice').click()
    await expect(overview(page)).toBeVisible()
    await expect(page).toHaveURL(/\/practice$/)
    await page.goBack()
    await expect(piecesHeading(page)).toBeVisible()
  })

  await startRoutine()
  await test.step('Back from the congratulations goes to the last step, and Done back to the overview', async () => {
    await skipSteps(page, 3)
    const done = button(page, 'Done. Tomorrow, da capo.')
    await expect(done).toBeVisible()
    await page.goBack()
    await expect(step(page, 3)).toBeVisible()
    await page.goForward()
    await done.click()
    await expect(overview(page)).toBeVisible()
    await page.goBack()
    await expect(piecesHeading(page)).toBeVisible()
  })

  await startRoutine()
  await test.step('a routine that was come back to by its address begins there: Back leads out', async () => {
    await skipSteps(page, 2)
    await navigationLink(page, 'Account').click()
    await page.goto('/practice')
    await expect(step(page, 3)).toBeVisible()
    // The history has no earlier step, so the Back button adds one.
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

test('[PX33] Back leads to the overview and never further, however soon it follows Start', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.fillLibrary([{ name: 'Suite', importance: 3, endTempo: 120, parts: PARTS }])
  await page.goto('/practice')
  await button(page, 'Start practicing').click()
  await expect(step(page, 1)).toBeVisible()
  await page.goBack()
  await expect(overview(page)).toBeVisible()

  const locations = await page.evaluate(async () => {
    const sleep = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))
    const push = history.pushState.bind(history)
    const found = new Set<string>()
    for (let delay = 0; delay < 30; delay++) {
      history.pushState = (...entry) => {
        push(...entry)
        setTimeout(() => history.back(), delay)
      }
      const start = () =>
        [...document.querySelectorAll('button')].find(({ innerText }) => innerText.startsWith('Start'))
      while (start() === undefined) await sleep(5)
      start()?.click()
      await new Promise(resolve => addEventListener('popstate', resolve, { once: true }))
      await sleep(100)
      found.add(location.pathname + location.search)
    }
    return [...found]
  })
  expect(locations).toEqual(['/practice'])
})
