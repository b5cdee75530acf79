import { button, listEntry, successToast, numberField, textField } from '../controls.ts'
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
const swan = { name: 'The Swan', importance: 1, endTempo: 100, parts: [[null, 60]] } as const

test('[EP23][EP6][UP1] without the server a piece is duplicated, its card has the focus, and a fifth one opens "oh no"; a whole piece is split in sections, whose first keeps tempo and history', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.fillLibrary([partita, swan])
  await musician.fillHistory([{ daysAgo: 0, piece: 'The Swan', tempo: 60 }])
  await page.goto('/pieces')
  await expect(listEntry(page, 'The Swan')).toContainText('practiced today')
  await page.route(SYNC_URL, route => route.abort())
  await page.getByRole('link', { name: 'Edit Bach Partita 2' }).click()
  // An unsaved edit is not copied.
  await numberField(page, 'goal tempo (end tempo)').fill('200')
  await button(page, 'Duplicate piece').click()
  await expect(successToast(page, 'Saved Bach Partita 2 (2)')).toBeVisible()
  const copy = page.getByRole('link', { name: 'Bach Partita 2 (2)', exact: true })
  await expect(copy).toBeFocused()
  await expect(copy).toBeInViewport({ ratio: 1 })
  await expect(listEntry(page, 'Bach Partita 2 (2)')).toContainText('85%')
  await expect(listEntry(page, 'Bach Partita 2 (2)')).toContainText('not practiced yet')
  await page.getByRole('link', { name: 'Edit Bach Partita 2 (2)' }).click()
  await expect(numberField(page, 'goal tempo (end tempo)')).toHaveValue('126')
  await button(page, 'Duplicate piece').click()
  await expect(listEntry(page, 'Bach Partita 2 (3)')).toBeVisible()

  await page.getByRole('link', { name: 'Edit The Swan' }).click()
  await button(page, 'Duplicate piece').click()
  await expect(page.getByRole('dialog', { name: 'oh no' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Duplicate piece')).toBeFocused()

  await test.step('a whole piece is split; leaving the question changes nothing', async () => {
    await button(page, 'Split in sections').click()
    await expect(textField(page, 'new section name')).toBeFocused()
    await expect(numberField(page, 'current tempo')).toHaveValue('60')
    await button(page, 'Cancel').click()
    await expect(button(page, 'Split in sections')).toBeFocused()
    await button(page, 'Split in sections').click()
    await textField(page, 'new section name').fill('Theme')
    await button(page, 'Save section').click()
    await expect(button(page, 'Add section')).toBeFocused()
    await button(page, 'Add section').click()
    await textField(page, 'new section').fill('Coda')
    await numberField(page, 'current tempo').fill('50')
    await button(page, 'Add section').click()
    // Like every edit, the split survives a reload, and is stored only by Save.
    await page.reload()
    await expect(page.getByText('Not saved yet')).toBeVisible()
    await button(page, 'Save').click()
    await expect(listEntry(page, 'The Swan')).toContainText('55%')
    await expect(listEntry(page, 'The Swan')).toContainText('practiced today')
  })
  await page.unroute(SYNC_URL)
  await returnOnline(page)

  const other = await musician.secondDevice()
  await other.goto('/pieces')
  await expect(listEntry(other, 'Bach Partita 2 (3)')).toContainText('85%')
  await other.getByRole('link', { name: 'Practice', exact: true }).click()
  await expect(listEntry(other, 'The Swan (Theme)')).toContainText('done')
  await expect(listEntry(other, 'The Swan (Coda)')).toContainText('not practiced yet')
})
