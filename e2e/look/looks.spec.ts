import type { Page } from '@playwright/test'
import { button } from '../controls.ts'
import { expect, test } from '../musician.ts'

test('[UI40] what the keyboard reaches in the wizard stands above its foot, and so does what is wrong, on a phone lying down', async ({
  page,
  musician,
}) => {
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
    expect(await overlap(button(page, name), button(page, 'Save')), name).toBe(0)
  }

  await test.step('on a phone of 568 × 320 lying down what is wrong stands above the foot, in both languages', async () => {
    await page.setViewportSize({ width: 568, height: 320 })
    for (const language of ['en', 'de']) {
      await page.goto(`/new?as=whole&lng=${language}`)
      const name = page.getByRole('textbox')
      await name.fill('A name of more than 25 characters')
      await expectAboveFoot(page, /at most 25|höchstens 25/)
      await name.fill('Gigue')
      for (const _ of ['urgency', 'goal']) await page.getByRole('button', { name: /^(Next|Weiter)$/ }).click()
      await page.getByRole('spinbutton').fill('900')
      await expectAboveFoot(page, /208/)
    }
  })
})

test('[UI20][UI10] the layout changes at every width of the specification, and on wide screens the bar has the same padding at both sides', async ({
  page,
  musician,
}) => {
  await test.step('the layout changes at every width of the specification', async () => {
    await musician.signIn()
    await page.goto('/pieces')
    await page.getByRole('heading', { level: 2 }).waitFor()
    for (const [before, after] of [
      [320, 321],
      [375, 376],
      [425, 426],
      [768, 769],
      [799, 800],
      [1439, 1440],
      [2559, 2560],
    ] as const)
      expect(await measures(page, before), `${before} and ${after} px`).not.toEqual(
        await measures(page, after),
      )
    // It is the widths named above that change it, not every width.
    expect(await measures(page, 376)).toEqual(await measures(page, 425))
    expect(await measures(page, 800)).toEqual(await measures(page, 1439))
  })

  await test.step('on wide screens the bar has the same padding at both sides', async () => {
    const items = page.getByRole('navigation', { name: 'main' }).getByRole('listitem')
    await expect(items).toHaveCount(4)
    for (const width of [390, 800, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      const [first, last] = [await items.first().boundingBox(), await items.last().boundingBox()]
      if (first === null || last === null) throw new Error('no items')
      const padding = (width - Math.min(width, 800)) / 2
      expect(first.x, `left at ${width}`).toBeCloseTo(padding, 0)
      expect(width - last.x - last.width, `right at ${width}`).toBeCloseTo(padding, 0)
    }
  })
})

/** Where nobody has scrolled the words end where the foot begins, or before. */
async function expectAboveFoot(page: Page, words: RegExp) {
  const fault = page.locator('form').getByText(words).filter({ visible: true })
  await expect(fault).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 0))
  const foot = await page.getByRole('button', { name: /^(Back|Zurück)$/ }).boundingBox()
  const box = await fault.boundingBox()
  expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0)
}

/** What the breakpoints change, in px: the size of the heading, the air around the content, the unit of everything. */
async function measures(page: Page, width: number) {
  await page.setViewportSize({ width, height: 900 })
  return page.evaluate(() => {
    const heading = document.querySelector('h1')
    const main = heading?.closest('main')
    if (!heading || !main) throw new Error('no page')
    const { paddingLeft, paddingTop } = getComputedStyle(main)
    return [
      getComputedStyle(document.documentElement).fontSize,
      getComputedStyle(heading).fontSize,
      paddingLeft,
      paddingTop,
    ]
  })
}

type Target = ReturnType<Page['getByRole']>

/** By how many pixels two elements lie over each other, measured downwards; 0 when they do not. */
async function overlap(one: Target, other: Target): Promise<number> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (a === null || b === null) throw new Error('not on screen')
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return wide > 0 && high > 0 ? high : 0
}
