import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { signInThroughScreens } from './ask-for-link.ts'
import { button, emailField, listEntry, successToast, logOut } from '../controls.ts'
import { expect, test, signedInUserId, type Musician } from '../musician.ts'
import { openPiecesListWithFourPieces, setGoalOfSwan } from '../pieces/my-pieces.ts'
import { SYNC_URL } from '../states/trouble.ts'
import { listDatabases } from '../sync/stored-rows.ts'

test.use({ expectedFaults: [/Failed to load resource/] })

const question = (page: Page) => page.getByRole('alertdialog')

test.describe('a session that was ended from another device', () => {
  test('[SI10] takes the library with it at once where the server has everything, in every tab @main', async ({
    page,
    musician,
  }) => {
    await openPiecesListWithFourPieces(page, musician)
    const other = await page.context().newPage()
    await other.goto('/pieces')
    await expect(listEntry(other, 'The Swan')).toBeVisible()
    await endElsewhere(musician)
    await page.reload()
    await expect(successToast(page, 'logged out from another device')).toBeVisible()
    for (const tab of [page, other]) await expect(tab).toHaveURL(/\/signin$/)
    await expect.poll(() => listDatabases(page)).toEqual([])
    // The server has heard it, and has nothing more to tell.
    await page.reload()
    await expect(emailField(page)).toBeVisible()
    const answer = await page.request.get('/api/v1/session')
    expect(await answer.json()).toMatchObject({ user: null, ended: null })
  })

  test('[SI10] is noticed by a page that is open, when it next talks to the server', async ({
    page,
    musician,
  }) => {
    await openPiecesListWithFourPieces(page, musician)
    await endElsewhere(musician)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(page).toHaveURL(/\/signin$/)
    await expect.poll(() => listDatabases(page)).toEqual([])
  })

  test('[SI10] names what was not synced before it goes, and gives it as a file', async ({
    page,
    musician,
  }) => {
    await openPiecesListWithFourPieces(page, musician)
    await page.route(SYNC_URL, route => route.abort())
    await setGoalOfSwan(page, '72')
    await endElsewhere(musician)
    await page.unroute(SYNC_URL)
    await page.reload()
    await expect(question(page)).toContainText('Logged out elsewhere')
    await expect(question(page)).toContainText('One change has not reached the server.')

    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(question(page)).toBeVisible()
    await page.goto('/signin')
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
      refused: [],
      messages: [],
    })
    await expect(question(page)).toContainText('Your browser has the file now.')

    const other = await page.context().newPage()
    await other.goto('/pieces')
    await expect(question(other)).toBeVisible()
    await question(page).getByRole('button', { name: 'Remove here' }).click()
    for (const tab of [page, other]) await expect(tab).toHaveURL(/\/signin$/)
    await expect.poll(() => listDatabases(page)).toEqual([])
  })

  test('[SI10] is not forgotten by a reload without the server', async ({ page, musician }) => {
    await openPiecesListWithFourPieces(page, musician)
    await page.route(SYNC_URL, route => route.abort())
    await setGoalOfSwan(page, '72')
    await endElsewhere(musician)
    await page.unroute(SYNC_URL)
    await page.reload()
    await expect(question(page)).toBeVisible()
    await page.route('**/api/**', route => route.abort())
    await page.reload()
    await expect(question(page)).toContainText('One change has not reached the server.')
    await question(page).getByRole('button', { name: 'Remove here' }).click()
    await expect(page).toHaveURL(/\/signin$/)
    await expect.poll(() => listDatabases(page)).toEqual([])
  })
})

test('[SI10] an account that is gone takes the library with it, and says so', async ({
  page,
  musician,
  dacapo,
}) => {
  await openPiecesListWithFourPieces(page, musician)
  await page.route(SYNC_URL, route => route.abort())
  await setGoalOfSwan(page, '72')
  const other = await musician.secondDevice()
  const gone = await other.request.delete('/api/v1/account?language=en', {
    headers: { origin: dacapo.origin, 'x-dacapo-user': await signedInUserId(other, dacapo.origin) },
  })
  expect(gone.status()).toBe(204)
  await page.unroute(SYNC_URL)
  await page.reload()
  await expect(question(page)).toContainText('Account deleted')
  await question(page).getByRole('button', { name: 'Remove here' }).click()
  await expect(successToast(page, 'Your account was deleted.')).toBeVisible()
  await expect.poll(() => listDatabases(page)).toEqual([])
})

test.describe('a session that ran out', () => {
  test('[SI4] leaves everything usable, pauses the sync, and sends what waited after the same user is back @main', async ({
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
    await page.goto('/pieces')
    await expect(listEntry(page, 'The Swan')).toContainText('goal 72 bpm')
    const phone = await musician.secondDevice()
    await phone.goto('/pieces')
    await expect(listEntry(phone, 'The Swan')).toContainText('goal 72 bpm')
  })

  test('[SI11] somebody else who signs in sees nothing of what waits, and its owner finds it again', async ({
    page,
    musician,
  }) => {
    await openPiecesListWithFourPieces(page, musician)
    await page.context().clearCookies()
    await page.reload()
    await setGoalOfSwan(page, '72')
    await page.goto('/signin')
    const robert = `robert-${Date.now()}@example.org`
    await signInThroughScreens(page, robert)
    await page.goto('/pieces')
    await expect(page.getByText('no pieces')).toBeVisible()
    expect(await listDatabases(page)).toHaveLength(2)

    await page.goto('/account')
    await logOut(page)
    await expect(page).toHaveURL(/\/signin$/)
    await expect.poll(() => listDatabases(page)).toHaveLength(1)
    await signInThroughScreens(page, musician.email)
    await page.goto('/pieces')
    await expect(listEntry(page, 'The Swan')).toContainText('goal 72 bpm')
    const phone = await musician.secondDevice()
    await phone.goto('/pieces')
    await expect(listEntry(phone, 'The Swan')).toContainText('goal 72 bpm')
  })
})

/** On another device the musician ends every session but that one. */
async function endElsewhere(musician: Musician) {
  const other = await musician.secondDevice()
  await other.goto('/account')
  const ended = await other.request.delete('/api/v1/sessions', {
    headers: { origin: new URL(other.url()).origin },
  })
  expect(ended.ok()).toBe(true)
}
