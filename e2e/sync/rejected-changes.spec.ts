import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { randomPartId } from '#tests/library/library-changes.ts'
import { addUnsplitPieceOnScreen } from '../pieces/add-whole-piece.ts'
import { waitOutPedalBounce, button, listEntry, textField } from '../controls.ts'
import { expect, test, type Musician } from '../musician.ts'
import { openPiecesListWithFourPieces } from '../pieces/my-pieces.ts'
import { storeRejectedChanges, rejectedPieceCreation } from './stored-rejections.ts'
import { readStoreRows } from './stored-rows.ts'
import { changeOnOtherDevice, SYNC_URL } from '../states/trouble.ts'

test.use({ expectedFaults: [/Failed to load resource/] })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sync' })
const entries = (page: Page) => dialog(page).getByRole('listitem')

test.describe('what another device made impossible', () => {
  test('[RC1][RC2] is told with its reason, and gone only when that was confirmed', async ({
    page,
    musician,
  }) => {
    await createRejectedRename(page, musician)
    await button(page, '1 change not saved').click()
    await expect(dialog(page)).toContainText('Change “The Swan”: name “Le cygne”')
    await expect(dialog(page)).toContainText('The piece was deleted on another device.')

    await dialog(page).getByRole('button', { name: 'Discard' }).click()
    const question = page.getByRole('alertdialog', { name: 'Discard this change?' })
    await question.getByRole('button', { name: 'Keep it' }).click()
    await expect(question).toBeHidden()
    expect(await readStoreRows(page, 'rejected')).toHaveLength(1)

    await dialog(page).getByRole('button', { name: 'Discard' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog(page)).toContainText('No problems.')
    await expect(dialog(page).getByRole('heading', { name: 'Not saved' })).toBeFocused()
    expect(await readStoreRows(page, 'rejected')).toEqual([])
    await page.keyboard.press('Escape')
    await expect(button(page, '1 change not saved')).toBeHidden()
  })

  test('[RC2] a piece too many and its practice wait until Pro lets them through', async ({
    page,
    musician,
  }) => {
    const theSwan = { name: 'The Swan', importance: 1, endTempo: 60, parts: [[null, 60]] as const }
    await musician.signIn()
    await musician.fillLibrary([theSwan])
    await page.goto('/pieces')
    await expect(listEntry(page, 'The Swan')).toBeVisible()
    await page.route(SYNC_URL, route => route.abort())
    await page.goto('/new')
    await addUnsplitPieceOnScreen(page, { name: 'Gigue', urgency: /^3/, goal: 120, current: 80 })
    await expect(listEntry(page, 'Gigue')).toBeVisible()
    await page.getByRole('link', { name: 'Practice', exact: true }).click()
    await button(page, 'Start practicing').click()
    const next = page.getByRole('button', { name: /^Next/ })
    await next.click()
    await expect(page.getByText('2 of 2')).toBeVisible()
    await waitOutPedalBounce(page)
    await next.click()
    await expect(page.getByRole('heading', { name: /Congratulations/ })).toBeVisible()
    for (const name of ['Allemande', 'Courante', 'Sarabande'])
      await changeOnOtherDevice(page, 'piece.create', {
        id: randomUUID(),
        name,
        importance: 3,
        endTempo: 120,
        parts: [{ id: randomPartId(), name: null, currentTempo: 60 }],
      })
    await page.unroute(SYNC_URL)
    await page.reload()
    // By key, because the toast with Undo covers the button, and stays open under a mouse.
    await button(page, '2 changes not saved').press('Enter')
    await expect(entries(page).first()).toContainText('Add “Gigue”')
    await expect(dialog(page)).toContainText('The Free plan holds 4 pieces.')
    await expect(dialog(page)).toContainText('Practice “Gigue” at 80 bpm')
    const practiced = await readStoreRows(page, 'rejected')

    await dialog(page).getByRole('button', { name: 'Upgrade and retry all' }).click()
    await expect(page.getByRole('dialog', { name: 'oh no' })).toBeVisible()
    await page.keyboard.press('Escape')
    await musician.become({ plan: 'pro' })
    await page.reload()
    await page.goto('/pieces')
    await expect(listEntry(page, 'Gigue')).toBeVisible()
    await expect.poll(() => readStoreRows(page, 'rejected')).toEqual([])
    await expect.poll(() => readStoreRows(page, 'outbox')).toEqual([])
    // The entry keeps its original time.
    const changes = practiced.map(row => (row as { change: { kind: string; at: number } }).change)
    const storedTimes = (await readStoreRows(page, 'practice')).map(row => (row as { at: number }).at)
    expect(storedTimes).toContain(changes.find(change => change.kind === 'practice.add')?.at)
  })
})

test('[RC2][RC1] another attempt carries the same id; what one tab throws away is gone from the other', async ({
  page,
  musician,
}) => {
  await openPiecesListWithFourPieces(page, musician)

  await test.step('another attempt carries the same id, and what the server takes now leaves the list', async () => {
    const ids: string[] = []
    await page.route(SYNC_URL, async route => {
      const body = route.request().postDataJSON() as { changes: { id: string }[] }
      ids.push(...body.changes.map(({ id }) => id))
      const response = await route.fetch({ postData: { ...body, changes: [] } })
      const results = body.changes.map(({ id }) => ({ id, status: 'rejected', code: 'server-error' }))
      await route.fulfill({ response, json: { ...((await response.json()) as object), results } })
    })
    await renameTheSwan(page)
    await button(page, '1 change not saved').click()
    await expect(dialog(page)).toContainText('That is our fault')
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => ids.length).toBe(2)
    await expect(dialog(page)).toContainText('That is our fault')

    await page.unroute(SYNC_URL)
    const sent = page.waitForRequest(SYNC_URL)
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    ids.push(...((await sent).postDataJSON() as { changes: { id: string }[] }).changes.map(({ id }) => id))
    await expect(dialog(page)).toContainText('No problems.')
    expect(new Set(ids).size).toBe(1)
    await page.keyboard.press('Escape')
    await expect(listEntry(page, 'Le cygne')).toBeVisible()
    await expect.poll(() => readStoreRows(page, 'outbox')).toEqual([])
  })

  await test.step('what one tab throws away or tries again is gone from the other at once', async () => {
    await storeRejectedChanges(page, [
      rejectedPieceCreation('Gigue', 'server-error'),
      rejectedPieceCreation('Giga', 'server-error'),
    ])
    await page.reload()
    const other = await page.context().newPage()
    await other.goto('/account')
    for (const tab of [page, other]) {
      await button(tab, '2 changes not saved').click()
      await expect(entries(tab)).toHaveCount(2)
    }
    await entries(page).first().getByRole('button', { name: 'Discard' }).click()
    await confirmDiscard(page)
    await expect(entries(other)).toHaveCount(1)
    await expect(entries(other)).toContainText('Giga')
    // Both at the same moment: the change is either sent once or discarded, and in no list any more.
    for (const tab of [page, other])
      await entries(tab).filter({ hasText: 'Giga' }).getByRole('button', { name: 'Discard' }).click()
    await Promise.all([confirmDiscard(page), confirmDiscard(other)])
    await expect.poll(() => readStoreRows(page, 'rejected')).toEqual([])
    await expect.poll(() => readStoreRows(other, 'outbox')).toEqual([])
    await other.close()
  })
})

const confirmDiscard = (page: Page) =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()

async function createRejectedRename(page: Page, musician: Musician) {
  await openPiecesListWithFourPieces(page, musician)
  await page.route(SYNC_URL, route => route.abort())
  await renameTheSwan(page)
  const id = (await readStoreRows(page, 'pieces')).find(row => (row as { name: string }).name === 'The Swan')
  await changeOnOtherDevice(page, 'piece.delete', { id: (id as { id: string }).id })
  await page.unroute(SYNC_URL)
  await page.reload()
  await expect(button(page, '1 change not saved')).toBeVisible()
}

async function renameTheSwan(page: Page) {
  await page.getByRole('link', { name: 'Edit The Swan' }).click()
  await textField(page, 'name').fill('Le cygne')
  await button(page, 'Save').click()
  await expect(page).toHaveURL(/\/pieces$/)
}
