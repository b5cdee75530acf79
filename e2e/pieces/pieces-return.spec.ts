import { button } from '../controls.ts'
import { expect, test } from '../musician.ts'

test('[PS8][PS14] coming back from editing, the place and the focus are where they were; a card starts a routine of its parts, and Back leads to it', async ({
  page,
  musician,
}) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await musician.signIn()
  await musician.fillLibrary()
  await page.goto('/pieces')
  const swan = page.getByRole('link', { name: 'Edit The Swan' })
  await swan.scrollIntoViewIfNeeded()
  await expect(swan).toBeInViewport({ ratio: 1 })
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(0)
  for (const back of [() => page.goBack(), () => button(page, 'Cancel').click()]) {
    await swan.click()
    await expect(page.getByRole('heading', { name: 'edit The Swan' })).toBeFocused()
    await back()
    await expect(swan).toBeFocused()
    expect(await page.evaluate(() => scrollY)).toBe(place)
  }

  // What was deleted has nothing to come back to: the one that stands in its place has the focus.
  await page.getByRole('link', { name: 'Edit Kreutzer no. 8' }).click()
  await button(page, 'Delete piece').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('link', { name: 'The Swan', exact: true })).toBeFocused()

  // Who comes from somewhere else begins at the top.
  await page.getByRole('link', { name: 'Practice', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'today', exact: true })).toBeFocused()
  await page.getByRole('link', { name: 'Pieces', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'my pieces' })).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)

  await test.step('a card starts a routine of its parts, and Back leads to the same card', async () => {
    const practice = page.getByRole('link', { name: 'Practice Bach Partita 2' })
    await practice.click()
    await expect(button(page, '1 of 2, all parts')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Bach Partita 2' })).toBeVisible()
    await page.goBack()
    await expect(practice).toBeFocused()
  })
})
