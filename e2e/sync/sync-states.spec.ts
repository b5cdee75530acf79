import type { Page } from '@playwright/test'
import { button, listEntry, numberField } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { openPiecesListWithFourPieces, setGoalOfSwan } from '../pieces/my-pieces.ts'
import { SYNC_URL } from '../states/trouble.ts'

test.use({ expectedFaults: [/Failed to load resource/] })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sync' })

test('[SN16] no connection and a server that does not answer are told apart, with what waits @main', async ({
  page,
  musician,
}) => {
  await openPiecesListWithFourPieces(page, musician)
  await page.getByRole('link', { name: 'Edit The Swan' }).click()
  await numberField(page, 'goal tempo (end tempo)').fill('72')
  await page.context().setOffline(true)
  await button(page, 'Save').click()
  await expect(button(page, 'offline, 1 unsynced')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button')).toHaveCount(0)
  await page.emulateMedia({ media: null })
  await button(page, 'offline, 1 unsynced').click()
  await expect(dialog(page)).toContainText('This device has no connection.')
  await expect(dialog(page)).toContainText('One change is on this device only.')
  await page.route(SYNC_URL, route => route.abort())
  await page.context().setOffline(false)
  await expect(dialog(page)).toContainText('The server does not answer.')
  await page.unroute(SYNC_URL)
  await dialog(page).getByRole('button', { name: 'Try now' }).click()
  await expect(dialog(page)).toContainText('Everything on this device is on the server.')
  await page.keyboard.press('Escape')
  await expect(button(page, 'offline, 1 unsynced')).toBeHidden()
})

test('[ST21] a browser that clears everything costs only what was shown as not synced', async ({
  page,
  musician,
}) => {
  await openPiecesListWithFourPieces(page, musician)
  await page.goto('/pieces')
  await page.route(SYNC_URL, route => route.abort())
  await setGoalOfSwan(page, '90')
  await expect(button(page, 'server unreachable, 1 unsynced')).toBeVisible()

  // This page of the same site opens no database, and a browser clears only closed ones.
  await page.goto('/healthz')
  await page.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases())
      await new Promise((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase(name)
        deleting.addEventListener('success', resolve)
        deleting.addEventListener('blocked', reject)
      })
    localStorage.clear()
  })
  await page.unroute(SYNC_URL)
  await page.goto('/pieces')
  for (const name of ['Clair de lune', 'Bach Partita 2', 'Kreutzer no. 8', 'The Swan'])
    await expect(listEntry(page, name)).toBeVisible()
  await expect(listEntry(page, 'The Swan')).toContainText('goal 60 bpm')
})
