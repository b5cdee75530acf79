import type { Page } from '@playwright/test'
import { barLink, waitOutPedalBounce, button, skipSteps } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { countPracticeEntries } from '../sync/stored-rows.ts'

// The browser's Back and Forward inside a routine.

const step = (page: Page, number: number) => page.getByText(`${number} of 7`, { exact: true })
const overview = (page: Page) => page.getByRole('heading', { name: 'today' })

/** Delays what React draws at its leisure, as a new address, and nothing that answers a press. */
const drawLater = (page: Page) =>
  page.evaluate(() => {
    // oxlint-disable-next-line typescript/unbound-method -- it is called with its port
    MessagePort.prototype.postMessage = new Proxy(MessagePort.prototype.postMessage, {
      apply: (send, port, given) => setTimeout(() => Reflect.apply(send, port, given), 1000),
    })
  })

/** Presses the link to this screen, which leaves the step where it is, and waits until the browser is back there. */
const linkHere = (page: Page) =>
  page.evaluate(
    () =>
      new Promise(resolve => {
        window.addEventListener('popstate', () => setTimeout(resolve), { once: true })
        document.querySelector<HTMLElement>('nav a[href="/practice"]')?.click()
      }),
  )

/**
 * Leaves the routine and presses what has this text as soon as the overview is drawn. Returns true if the browser had
 * not gone back by then.
 */
const leaveAndPress = (page: Page, text: string) =>
  page.evaluate(async wanted => {
    const find = (name: string) =>
      [...document.querySelectorAll<HTMLElement>('button, a')].find(
        each => (each.ariaLabel ?? each.textContent) === name,
      )
    const before = JSON.stringify(history.state)
    const drawn = new Promise<void>(resolve =>
      new MutationObserver((_, observer) => {
        if (document.querySelector('h1')?.textContent !== 'today') return
        observer.disconnect()
        find(wanted)?.click()
        resolve()
      }).observe(document.body, { subtree: true, childList: true, characterData: true }),
    )
    find('Pause practice')?.click()
    await drawn
    return JSON.stringify(history.state) === before
  }, text)

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
    await linkHere(page)
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

test('[PX33][PX6] Next on a saved part writes no second entry; Back right after Skip goes one step back, a reload keeps the way back, and who comes by the address is led out', async ({
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

  await test.step('Back right after Skip goes one step back, also before the browser has drawn the new address', async () => {
    await drawLater(page)
    await skipSteps(page, 1)
    await expect(step(page, 3)).toBeVisible()
    await page.goBack()
    await expect(step(page, 2)).toBeVisible()
    await page.goForward()
    await expect(step(page, 3)).toBeVisible()
  })

  await test.step('a reload finds the step and the way back', async () => {
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

test('[PX33] what is pressed before the browser has gone back out of the routine is not taken back', async ({
  page,
}) => {
  await skipSteps(page, 2)
  await expect(step(page, 3)).toBeVisible()
  expect(await leaveAndPress(page, 'Start over'), 'pressed before the browser has gone back').toBe(true)
  await expect(step(page, 1)).toBeVisible()
  await skipSteps(page, 1)
  await expect(step(page, 2)).toBeVisible()
  for (const where of [step(page, 1), overview(page), page.getByRole('heading', { name: 'my pieces' })]) {
    await page.goBack()
    await expect(where).toBeVisible()
  }
  await barLink(page, 'Practice').click()
  await button(page, 'Start practicing').click()
  await expect(step(page, 1)).toBeVisible()
  await skipSteps(page, 1)
  await expect(step(page, 2)).toBeVisible()
  expect(await leaveAndPress(page, 'Account'), 'pressed before the browser has gone back').toBe(true)
  await expect(page).toHaveURL(/\/account$/)
  await page.goBack()
  await expect(overview(page)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'my pieces' })).toBeVisible()
})
