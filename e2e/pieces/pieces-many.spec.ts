import type { Page } from '@playwright/test'
import { button, listEntry, successToast, textField } from '../controls.ts'
import { openDevice } from '../sync/device-steps.ts'
import { MANY_PIECES_COUNT } from './many-pieces.ts'
import { expect, test } from './many-pieces-musician.ts'
import { signInByCode } from '../musician.ts'

// As English sorts them.
const FIRST = 'Adagio 8'
const LAST = 'Walzer 1999'

const rows = (page: Page) => page.locator('main').getByRole('listitem')
const linkTo = (page: Page, piece: string) => page.getByRole('link', { name: `Edit ${piece}`, exact: true })
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY))
/** The place in the list of the row that has the focus; null where none has it. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('li')?.getAttribute('aria-posinset') ?? null)

/** A card has three links: to the piece's page, to its form, and to practice it. */
async function pressThrice(page: Page, key: string) {
  for (let time = 0; time < 3; time++) await page.keyboard.press(key)
}

test.beforeEach(async ({ page, full }) => {
  await signInByCode(page.request, full.origin, full.email)
  await page.goto('/pieces')
  await expect(linkTo(page, FIRST)).toBeInViewport({ timeout: 30_000 })
  await expect(rows(page).first()).toHaveAttribute('aria-setsize', String(MANY_PIECES_COUNT), {
    timeout: 30_000,
  })
})

test('[PS8] of 2,000 pieces only those near the window are in the page, and End and Home reach the ends @main', async ({
  page,
}) => {
  await expect(rows(page).first()).toHaveAttribute('aria-posinset', '1')
  expect(await rows(page).count()).toBeLessThan(100)
  await page.keyboard.press('End')
  await expect(linkTo(page, LAST)).toBeInViewport({ ratio: 1 })
  expect(await rows(page).count()).toBeLessThan(100)
  await expect(rows(page).last()).toHaveAttribute('aria-posinset', String(MANY_PIECES_COUNT))
  await page.keyboard.press('Home')
  await expect(linkTo(page, FIRST)).toBeInViewport({ ratio: 1 })
  await expect.poll(() => scrolled(page)).toBe(0)
})

test('[PS8] page by page one meets every piece and arrives at the last', async ({ page }) => {
  test.setTimeout(240_000)
  // Two cards beside each other on a large screen, and so fewer pages to turn.
  await page.setViewportSize({ width: 1440, height: 2400 })
  const met = new Set<string>()
  for (;;) {
    await page.waitForFunction(isFilled)
    for (const place of await placesInView(page)) met.add(place)
    if (await page.evaluate(isAtEnd)) break
    const turned = page.evaluate(scrollEnd)
    await page.keyboard.press('PageDown')
    await turned
  }
  expect(met.size).toBe(MANY_PIECES_COUNT)
  await expect(linkTo(page, LAST)).toBeInViewport({ ratio: 1 })
})

test('[PS8] Tab goes from piece to piece across the edge of the window, and back', async ({ page }) => {
  await linkTo(page, FIRST).focus()
  for (let place = 2; place <= 40; place++) {
    await pressThrice(page, 'Tab')
    expect(await focused(page)).toBe(String(place))
  }
  for (let place = 39; place >= 1; place--) {
    await pressThrice(page, 'Shift+Tab')
    expect(await focused(page)).toBe(String(place))
  }
  await expect(linkTo(page, FIRST)).toBeInViewport({ ratio: 1 })
})

test('[PS8] the focus stays on a piece that is scrolled far away, and Tab goes on from there', async ({
  page,
}) => {
  await linkTo(page, FIRST).focus()
  await pressThrice(page, 'Tab')
  await page.mouse.move(200, 400)
  await page.mouse.wheel(0, 50_000)
  await expect.poll(() => scrolled(page)).toBe(50_000)
  await expect(rows(page).nth(10)).not.toHaveAttribute('aria-posinset', '11')
  expect(await focused(page)).toBe('2')
  await pressThrice(page, 'Tab')
  expect(await focused(page)).toBe('3')
  await expect(rows(page).nth(2)).toBeInViewport()

  // From the bar below the list one comes to its end, as in every list.
  await page.getByRole('link', { name: 'Account' }).focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(linkTo(page, LAST)).toBeFocused()
  await expect(linkTo(page, LAST)).toBeInViewport({ ratio: 1 })
})

test('[PS9] back from editing, by Back, Cancel and Save, the list stands where it stood, with the focus', async ({
  page,
}) => {
  const piece = 'Invention 996'
  const placeInList = 875
  await page.mouse.move(200, 400)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.mouse.wheel(0, (height * placeInList) / MANY_PIECES_COUNT)
  await expect(linkTo(page, piece)).toBeAttached()
  await linkTo(page, piece).scrollIntoViewIfNeeded()
  await expect(linkTo(page, piece)).toBeInViewport({ ratio: 1 })
  const place = await scrolled(page)

  const ways: (() => Promise<unknown>)[] = [
    () => page.goBack(),
    () => button(page, 'Cancel').click(),
    async () => {
      await textField(page, 'name').fill('Invention 996 b')
      await button(page, 'Save').click()
      await expect(successToast(page, 'Invention 996 b')).toBeVisible()
    },
  ]
  for (const way of ways) {
    await linkTo(page, piece).click()
    await expect(page.getByRole('heading', { name: `edit ${piece}` })).toBeVisible()
    await way()
    await expect(page.getByRole('link', { name: new RegExp(`^Edit ${piece}( b)?$`) })).toBeFocused()
    expect(await scrolled(page)).toBe(place)
  }
})

test('[PS10] a tempo saved on another device changes the row that is shown', async ({
  page,
  browser,
  full,
}) => {
  await expect(listEntry(page, FIRST)).not.toContainText('at goal')
  const context = await browser.newContext()
  const phone = await context.newPage()
  await signInByCode(phone.request, full.origin, full.email)
  await openDevice(phone, full.origin)
  await phone.evaluate(async name => {
    const { pieces = [], parts = [] } = window.device.library() ?? {}
    const piece = pieces.find(piece => piece.name === name)
    for (const part of parts.filter(part => part.pieceId === piece?.id)) {
      const args = {
        id: window.device.newPracticeEntryId(),
        pieceId: part.pieceId,
        partId: part.id,
        tempo: 107 as never,
      }
      await window.device.recordChange({ kind: 'practice.add', args })
    }
  }, FIRST)
  await expect(listEntry(page, FIRST)).toContainText('100% at goal')
  await context.close()
})

test('[PX25] the overview of 6,000 parts draws those near the window, and says their number as the language does', async ({
  page,
}) => {
  await page.goto('/practice')
  await expect(page.getByText('6,000 parts')).toBeVisible()
  await expect(rows(page).first()).toHaveAttribute('aria-setsize', '6000')
  expect(await rows(page).count()).toBeLessThan(100)
  // A press while the first rows are still being measured ends where the list ended then.
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(rows(page).last()).toBeInViewport({ timeout: 1000 })
  }).toPass()
  await expect(rows(page).last()).toHaveAttribute('aria-posinset', '6000')
  expect(await rows(page).count()).toBeLessThan(100)
  await page.goto('/practice?lng=de')
  await expect(page.getByText('6.000 Teile')).toBeVisible()
})

/** The places in the list of all rows that can be seen. */
const placesInView = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main li')]
      .filter(row => row.getBoundingClientRect().bottom > 0 && row.getBoundingClientRect().top < innerHeight)
      .map(row => row.getAttribute('aria-posinset') ?? ''),
  )

/** In the page: a key's scrolling is a movement, and this is its end. */
const scrollEnd = () =>
  new Promise<void>(resolve => document.addEventListener('scrollend', () => resolve(), { once: true }))

/**
 * In the page: whether the rows reach the bottom of the window or the end of the list, which they do a moment after it
 * has grown or scrolled.
 */
const isFilled = () =>
  [...document.querySelectorAll('main li')].some(
    row =>
      row.getBoundingClientRect().bottom >= innerHeight ||
      row.getAttribute('aria-posinset') === row.getAttribute('aria-setsize'),
  )

const isAtEnd = () => scrollY + innerHeight >= document.documentElement.scrollHeight - 1
