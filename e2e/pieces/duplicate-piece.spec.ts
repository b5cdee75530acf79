import { button, listEntry, successToast, numberField } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { SYNC_URL, returnOnline } from '../states/trouble.ts'

test.use({ expectedFaults: [/Failed to load resource/] })

const partita = {
  name: 'Bach Partita 2',
  importance: 4,
  endTempo: 126,
  parts: [
    ['Allemanda', 112],
    ['Giga', 104],
  ],
} as const
const swan = { name: 'The Swan', importance: 1, endTempo: 60, parts: [[null, 60]] } as const

test('[EP23][UP1] a piece is duplicated without the server, its card has the focus, and a fifth one opens "oh no"', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.fillLibrary([partita, swan])
  await page.goto('/pieces')
  await expect(listEntry(page, 'The Swan')).toBeVisible()
  await page.route(SYNC_URL, route => route.abort())
  await page.getByRole('link', { name: 'Edit Bach Partita 2' }).click()
  // What is typed and not saved belongs to the piece that is open.
  await numberField(page, 'end tempo').fill('200')
  await button(page, 'Duplicate piece').click()
  await expect(successToast(page, 'Saved Bach Partita 2 (2)')).toBeVisible()
  const copy = page.getByRole('link', { name: 'Bach Partita 2 (2)', exact: true })
  await expect(copy).toBeFocused()
  await expect(copy).toBeInViewport({ ratio: 1 })
  await expect(listEntry(page, 'Bach Partita 2 (2)')).toContainText('85%')
  await expect(listEntry(page, 'Bach Partita 2 (2)')).toContainText('not practiced yet')
  await page.getByRole('link', { name: 'Edit Bach Partita 2 (2)' }).click()
  await expect(numberField(page, 'end tempo')).toHaveValue('126')
  await button(page, 'Duplicate piece').click()
  await expect(listEntry(page, 'Bach Partita 2 (3)')).toBeVisible()
  await page.unroute(SYNC_URL)
  await returnOnline(page)

  await page.getByRole('link', { name: 'Edit The Swan' }).click()
  await button(page, 'Duplicate piece').click()
  await expect(page.getByRole('dialog', { name: 'oh no' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Duplicate piece')).toBeFocused()

  const other = await musician.secondDevice()
  await other.goto('/pieces')
  await expect(listEntry(other, 'Bach Partita 2 (3)')).toContainText('85%')
})
