import type { Page } from '@playwright/test'
import { button, goodNews } from './controls.ts'
import { expect, test } from './musician.ts'
import { LONG_NAMES } from './states/libraries.ts'

const PHONES = [
  [320, 568],
  [390, 844],
  [844, 390],
] as const

for (const [width, height] of PHONES) {
  test(`[PX16] the toast of a saved tempo leaves Leave practice and Skip in reach on ${width} × ${height}`, async ({
    page,
    musician,
  }) => {
    await page.setViewportSize({ width, height })
    await musician.signIn()
    await musician.fillLibrary(LONG_NAMES)
    await page.goto('/practice')
    await button(page, 'Start practicing').click()
    await button(page, 'Next').click()
    const toast = goodNews(page, 'Donaudampfschifffahrtspol')
    await expect(toast).toBeVisible()
    for (const name of ['Leave practice', 'Skip'])
      expect(await overlap(page, button(page, name), toast), name).toBe(0)
    await button(page, 'Skip').click({ trial: true })
  })
}

test('[UI24] what the keyboard reaches in the wizard stands above its foot', async ({ page, musician }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await musician.signIn()
  await page.goto('/new')
  await page.getByRole('button', { name: 'Split in sections' }).click()
  await page.getByRole('textbox', { name: 'name of the piece' }).fill('Clair de lune')
  await button(page, 'Next').click()
  await button(page, 'Next').click()
  await page.getByRole('spinbutton', { name: 'goal bpm' }).fill('96')
  await button(page, 'Next').click()
  for (const name of ['Andante', 'En animant']) {
    await page.getByRole('textbox', { name: 'new section' }).fill(name)
    await page.getByRole('spinbutton').fill('54')
    await button(page, 'Add section').click()
  }
  for (const name of ['Delete Andante', 'Delete En animant', 'Tap Tempo']) {
    // Behind the foot, at the lower edge of what the navigation bar leaves.
    await button(page, name).evaluate(control => {
      const bar = document.querySelector('nav')?.offsetHeight ?? 0
      window.scrollBy(0, control.getBoundingClientRect().bottom - (window.innerHeight - bar))
    })
    await button(page, name).focus()
    expect(await overlap(page, button(page, name), button(page, 'Save')), name).toBe(0)
  }
})

type Target = ReturnType<Page['getByRole']>

/** By how many pixels two elements lie over each other, measured downwards; 0 when they do not. */
async function overlap(page: Page, one: Target, other: Target): Promise<number> {
  // A toast that is still falling is nowhere yet.
  await page.evaluate(async () => Promise.allSettled(document.getAnimations().map(moving => moving.finished)))
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (a === null || b === null) throw new Error('not on screen')
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return wide > 0 && high > 0 ? high : 0
}
