import type { Locator, Page } from '@playwright/test'
import { button, listEntry, successToast, textField } from '../controls.ts'
import { changeOnOtherDevice } from '../states/trouble.ts'
import { readStoreRows } from '../sync/stored-rows.ts'
import { MANY_PIECES_COUNT } from './many-pieces.ts'
import { expect, test } from './many-pieces-musician.ts'
import { signInByCode } from '../musician.ts'
import { randomPracticeId } from '#tests/library/library-changes.ts'

// As English sorts them.
const FIRST = 'Adagio 8'
const LAST = 'Walzer 1999'

const rows = (page: Page) => page.locator('main').getByRole('listitem')
const linkTo = (page: Page, piece: string) => page.getByRole('link', { name: `Edit ${piece}`, exact: true })
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY))
/** The place in the list of the row that has the focus; null where none has it. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('li')?.getAttribute('aria-posinset') ?? null)

/** A press while rows are still being measured ends where the list ended then, and the next goes on from there. */
const pressUntilInView = (page: Page, key: 'Home' | 'End', row: Locator) =>
  expect(async () => {
    await page.keyboard.press(key)
    await expect(row).toBeInViewport({ timeout: 1000 })
  }).toPass()

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

test('[PS8] of 2,000 pieces only those near the window are in the page; End and Home reach the ends, Tab goes from piece to piece, and the focus stays on one that is scrolled far away @main', async ({
  page,
}) => {
  await expect(rows(page).first()).toHaveAttribute('aria-posinset', '1')
  expect(await rows(page).count()).toBeLessThan(100)
  await pressUntilInView(page, 'End', linkTo(page, LAST))
  expect(await rows(page).count()).toBeLessThan(100)
  await expect(rows(page).last()).toHaveAttribute('aria-posinset', String(MANY_PIECES_COUNT))
  await pressUntilInView(page, 'Home', linkTo(page, FIRST))

  await test.step('Tab crosses the edge of the window, and back', async () => {
    await linkTo(page, FIRST).focus()
    for (let place = 2; place <= 12; place++) await pressThrice(page, 'Tab')
    expect(await focused(page)).toBe('12')
    for (let place = 11; place >= 1; place--) await pressThrice(page, 'Shift+Tab')
    expect(await focused(page)).toBe('1')
    await expect(linkTo(page, FIRST)).toBeInViewport({ ratio: 1 })
  })

  await test.step('the focus stays on a piece that is scrolled far away, and Tab goes on from there', async () => {
    await pressThrice(page, 'Tab')
    await page.mouse.move(200, 400)
    await page.mouse.wheel(0, 50_000)
    await expect.poll(() => scrolled(page)).toBeGreaterThanOrEqual(50_000)
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
})

test('[PS1][PS8] a tempo saved on another device changes its row; back from editing, the list stands where it stood, with the focus; the overview draws of 6,000 parts those near the window', async ({
  page,
}) => {
  await test.step('a tempo saved on another device changes the row that is shown', async () => {
    await expect(listEntry(page, FIRST)).not.toContainText('at goal')
    const pieces = (await readStoreRows(page, 'pieces')) as { id: string; name: string }[]
    const parts = (await readStoreRows(page, 'parts')) as { id: string; pieceId: string }[]
    const pieceId = pieces.find(({ name }) => name === FIRST)?.id
    for (const part of parts.filter(part => part.pieceId === pieceId)) {
      const args = { id: randomPracticeId(), pieceId, partId: part.id, tempo: 107 }
      await changeOnOtherDevice(page, 'practice.add', args)
    }
    await expect(listEntry(page, FIRST)).toContainText('100% at goal')
  })

  await test.step('back from editing, by Back, Cancel and Save, the list stands where it stood', async () => {
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

  await test.step('the overview draws the parts near the window, and says their number as the language does', async () => {
    await page.getByRole('link', { name: 'Practice', exact: true }).click()
    await expect(page.getByText('of 6,000 done')).toBeVisible()
    await expect(rows(page).first()).toHaveAttribute('aria-setsize', '6000')
    expect(await rows(page).count()).toBeLessThan(100)
    await pressUntilInView(page, 'End', rows(page).last())
    await expect(rows(page).last()).toHaveAttribute('aria-posinset', '6000')
    expect(await rows(page).count()).toBeLessThan(100)
    await page.goto('/practice?lng=de')
    await expect(page.getByText('von 6.000 geübt')).toBeVisible()
  })
})
