import type { Locator, Page } from '@playwright/test'
import { button, listEntry, successToast, textField } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { changeOnOtherDevice } from '../states/trouble.ts'
import { readStoreRows } from '../sync/stored-rows.ts'
import { randomPracticeId } from '#tests/library/library-changes.ts'

const COUNT = 200
const FIRST = 'Étude 1'
const LAST = 'Étude 200'

const rows = (page: Page) => page.locator('main').getByRole('listitem')
const linkTo = (page: Page, piece: string) => page.getByRole('link', { name: `Edit ${piece}`, exact: true })
const scrollTop = (page: Page) => page.evaluate(() => Math.round(window.scrollY))
const focusedPosition = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('li')?.getAttribute('aria-posinset') ?? null)

/** Repeats the key, because a press while rows are still being measured stops too early. */
const pressUntilInView = (page: Page, key: 'Home' | 'End', row: Locator) =>
  expect(async () => {
    await page.keyboard.press(key)
    await expect(row).toBeInViewport({ timeout: 1000 })
  }).toPass()

/** A card has four controls: links to the piece and to its form, a menu, and a link to practice it. */
async function crossCard(page: Page, key: string) {
  for (let time = 0; time < 4; time++) await page.keyboard.press(key)
}

test('[PS8][PS1] of many pieces only those near the window are in the page; keys reach each, all are printed, and back from one the list stands where it stood, with the focus @main', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.become({ plan: 'pro' })
  for (const first of [1, COUNT / 2 + 1])
    await musician.fillLibrary(
      Array.from({ length: COUNT / 2 }, (_, at) => ({
        name: `Étude ${first + at}`,
        importance: 3,
        endTempo: 120,
        parts: [[null, 60]],
      })),
    )
  await page.goto('/pieces')
  await expect(linkTo(page, FIRST)).toBeInViewport()
  await expect(rows(page).first()).toHaveAttribute('aria-setsize', String(COUNT))
  await expect(rows(page).first()).toHaveAttribute('aria-posinset', '1')
  expect(await rows(page).count()).toBeLessThan(COUNT / 2)
  await pressUntilInView(page, 'End', linkTo(page, LAST))
  expect(await rows(page).count()).toBeLessThan(COUNT / 2)
  await expect(rows(page).last()).toHaveAttribute('aria-posinset', String(COUNT))
  await pressUntilInView(page, 'Home', linkTo(page, FIRST))

  await test.step('Tab crosses the edge of the window', async () => {
    await linkTo(page, FIRST).focus()
    for (let place = 2; place <= 12; place++) await crossCard(page, 'Tab')
    expect(await focusedPosition(page)).toBe('12')
  })

  await test.step('the focus stays on a piece that is scrolled far away, and Tab goes on from there', async () => {
    await page.mouse.move(200, 400)
    await page.mouse.wheel(0, 8000)
    await expect.poll(() => scrollTop(page)).toBeGreaterThanOrEqual(8000)
    expect(await focusedPosition(page)).toBe('12')
    await crossCard(page, 'Tab')
    expect(await focusedPosition(page)).toBe('13')
    await expect(linkTo(page, 'Étude 13')).toBeInViewport()

    // From the controls below the list, Shift+Tab reaches its last row.
    await page.getByRole('link', { name: 'Terms of Service' }).focus()
    for (let control = 0; control < 3; control++) await page.keyboard.press('Shift+Tab')
    await expect(linkTo(page, LAST)).toBeFocused()
    await expect(linkTo(page, LAST)).toBeInViewport({ ratio: 1 })
  })

  const piece = 'Étude 100'
  await test.step('a tempo saved on another device changes the row that is shown', async () => {
    await linkTo(page, LAST).focus()
    const pieces = (await readStoreRows(page, 'pieces')) as { id: string; name: string }[]
    const parts = (await readStoreRows(page, 'parts')) as { id: string; pieceId: string }[]
    const pieceId = pieces.find(({ name }) => name === LAST)?.id
    const partId = parts.find(part => part.pieceId === pieceId)?.id
    const args = { id: randomPracticeId(), pieceId, partId, tempo: 120 }
    await changeOnOtherDevice(page, 'practice.add', args)
    await expect(listEntry(page, LAST)).toContainText('100% at goal')
  })

  await test.step('back from editing, by Back, Cancel and Save, the list stands where it stood', async () => {
    await page.mouse.wheel(0, -(await scrollTop(page)) / 2)
    await expect(linkTo(page, piece)).toBeAttached()
    await linkTo(page, piece).scrollIntoViewIfNeeded()
    await expect(linkTo(page, piece)).toBeInViewport({ ratio: 1 })
    const place = await scrollTop(page)
    const ways: (() => Promise<unknown>)[] = [
      () => page.goBack(),
      () => button(page, 'Cancel').click(),
      async () => {
        await textField(page, 'name').fill(`${piece} b`)
        await button(page, 'Save').click()
        await expect(successToast(page, `${piece} b`)).toBeVisible()
      },
    ]
    for (const way of ways) {
      await linkTo(page, piece).click()
      await expect(page.getByRole('heading', { name: `edit ${piece}` })).toBeVisible()
      await way()
      await expect(page.getByRole('link', { name: new RegExp(`^Edit ${piece}( b)?$`) })).toBeFocused()
      expect(await scrollTop(page)).toBe(place)
    }
  })

  await test.step('what was deleted gives its focus to the next; who comes from elsewhere begins at the top', async () => {
    await linkTo(page, `${piece} b`).click()
    await button(page, 'Delete piece').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('link', { name: 'Étude 101', exact: true })).toBeFocused()
    await page.getByRole('link', { name: 'Practice', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'today', exact: true })).toBeFocused()
    await page.getByRole('link', { name: 'Pieces', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'my pieces' })).toBeFocused()
    expect(await scrollTop(page)).toBe(0)
  })

  await test.step('all of them are printed, and nothing that can be pressed', async () => {
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await page.emulateMedia({ media: 'print' })
    await expect(rows(page)).toHaveCount(COUNT - 1)
    await expect(page.getByRole('link', { name: FIRST, exact: true })).toBeVisible()
    for (const control of [linkTo(page, FIRST), page.getByRole('searchbox'), page.getByRole('navigation')])
      await expect(control).toBeHidden()
  })
})
