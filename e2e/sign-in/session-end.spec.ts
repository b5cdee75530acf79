import type { APIRequestContext, Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { signInThroughScreens } from './ask-for-link.ts'
import { button, listEntry, successToast } from '../controls.ts'
import { expect, signInByCode, test, type Musician } from '../musician.ts'
import { openPiecesListWithFourPieces, piecesOnServer, setGoalOfSwan } from '../pieces/my-pieces.ts'
import { SYNC_URL } from '../states/trouble.ts'
import { listDatabases } from '../sync/stored-rows.ts'

test.use({ expectedFaults: [/Failed to load resource/] })

const question = (page: Page) => page.getByRole('alertdialog')

test.describe('a session that was ended from another device', () => {
  test('[SI10] takes the library with it at once where the server has everything, in every tab', async ({
    page,
    musician,
    request,
    dacapo,
  }) => {
    await openPiecesListWithFourPieces(page, musician)
    const other = await page.context().newPage()
    await other.goto('/pieces')
    await expect(listEntry(other, 'The Swan')).toBeVisible()
    await signOutFromOtherDevice(request, musician, dacapo.origin)
    // An open page notices it at its next request.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    // The server gives the reason once, so only the tab that asks first shows it.
    const toasts = [page, other].map(tab => successToast(tab, 'logged out from another device'))
    await expect
      .poll(async () => (await Promise.all(toasts.map(toast => toast.isVisible()))).some(Boolean))
      .toBe(true)
    for (const tab of [page, other]) await expect(tab).toHaveURL(/\/signin$/)
    await expect.poll(() => listDatabases(page)).toEqual([])
  })

  test('[SI10] names what was not synced before it goes, also after a reload without the server, and gives it as a file', async ({
    page,
    musician,
    request,
    dacapo,
  }) => {
    await openPiecesListWithFourPieces(page, musician)
    await page.route(SYNC_URL, route => route.abort())
    await setGoalOfSwan(page, '72')
    await signOutFromOtherDevice(request, musician, dacapo.origin)
    await page.unroute(SYNC_URL)
    await page.reload()
    await expect(question(page)).toContainText('Logged out here')
    await expect(question(page)).toContainText('One change has not reached the server.')

    await page.keyboard.press('Escape')
    await expect(question(page)).toBeVisible()
    await page.route('**/api/**', route => route.abort())
    await page.reload()
    await expect(question(page)).toContainText('One change has not reached the server.')

    const download = page.waitForEvent('download')
    await question(page).getByRole('button', { name: 'Save as a file' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('dacapo-unsynced.json')
    const saved: unknown = JSON.parse(await readFile(await file.path(), 'utf8'))
    expect(saved).toMatchObject({
      format: 'dacapo-unsynced',
      version: 1,
      email: musician.email,
      changes: [{ kind: 'piece.patch', args: { endTempo: 72 } }],
      rejected: [],
    })
    await expect(question(page)).toContainText('Your browser has the file now.')

    const other = await page.context().newPage()
    await other.goto('/pieces')
    await expect(question(other)).toBeVisible()
    await question(page).getByRole('button', { name: 'Remove here' }).click()
    for (const tab of [page, other]) await expect(tab).toHaveURL(/\/signin$/)
    await expect.poll(() => listDatabases(page)).toEqual([])
  })
})

test.describe('a session that ran out', () => {
  test('[SI4] leaves everything usable, pauses the sync, and sends what waited after the same user is back', async ({
    page,
    musician,
  }) => {
    await openPiecesListWithFourPieces(page, musician)
    await page.context().clearCookies()
    await page.reload()
    await button(page, 'signed out, sync paused').click()
    const dialog = page.getByRole('dialog', { name: 'Sync' })
    await expect(dialog).toContainText(`Sign in again as ${musician.email}`)
    await page.keyboard.press('Escape')
    await setGoalOfSwan(page, '72')
    await expect(listEntry(page, 'The Swan')).toContainText('goal 72 bpm')
    await button(page, 'signed out, sync paused').click()
    await expect(dialog).toContainText('One change is on this device only.')
    await dialog.getByRole('link', { name: 'Sign in again' }).click()
    await signInThroughScreens(page, musician.email)
    await page.getByRole('link', { name: 'Pieces', exact: true }).click()
    await expect(listEntry(page, 'The Swan')).toContainText('goal 72 bpm')
    await expect.poll(() => goalOfSwanOnServer(page)).toBe(72)
  })
})

async function signOutFromOtherDevice(request: APIRequestContext, { email }: Musician, origin: string) {
  await signInByCode(request, origin, email)
  const ended = await request.delete('/api/v1/sessions', { headers: { origin } })
  expect(ended.ok()).toBe(true)
}

async function goalOfSwanOnServer(page: Page): Promise<number | undefined> {
  const pieces = await piecesOnServer(page.request, new URL(page.url()).origin)
  return pieces.find(({ name }) => name === 'The Swan')?.endTempo
}
