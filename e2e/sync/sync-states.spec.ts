import type { Page } from '@playwright/test'
import { button, listEntry, numberField } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { openPiecesListWithFourPieces, setGoalOfSwan } from '../pieces/my-pieces.ts'
import { readStoreRows } from './stored-rows.ts'
import { failRequests, SYNC_URL, returnOnline } from '../states/trouble.ts'

test.use({ expectedFaults: [/Failed to load resource/] })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sync' })

test('[SN16] no connection and a server that does not answer are told apart, with what waits @main', async ({
  page,
  musician,
}) => {
  await openPiecesListWithFourPieces(page, musician)
  await page.getByRole('link', { name: 'Edit The Swan' }).click()
  await numberField(page, 'end tempo').fill('72')
  await page.context().setOffline(true)
  await button(page, 'Save').click()
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

test('[SN16][ST21] a version that is too old says so, a screen without a top row shows it in the bar, and a browser that clears everything costs only what was shown as not synced', async ({
  page,
  musician,
}) => {
  await openPiecesListWithFourPieces(page, musician)

  await test.step('a version that is too old says so and leads to the new one', async () => {
    await failRequests(page, SYNC_URL, 'client-too-old')
    await setGoalOfSwan(page, '72')
    await button(page, 'reload for the new version').click()
    await expect(dialog(page)).toContainText('One change is on this device only.')
    await page.unroute(SYNC_URL)
    const loaded = page.waitForEvent('load')
    await dialog(page).getByRole('button', { name: 'Reload' }).click()
    await loaded
    await expect.poll(() => waitingIn(page)).toBe(0)
  })

  await test.step('a screen without a top row shows it at the account in the bar', async () => {
    await page.goto('/practice')
    await button(page, 'Start practicing').click()
    const account = page.getByRole('navigation').getByRole('link', { name: 'Account', exact: true })
    await expect(account.locator('svg')).toHaveCount(1)
    await page.route(SYNC_URL, route => route.abort())
    await page.getByRole('button', { name: /^Next/ }).click()
    await expect(account.locator('svg')).toHaveCount(2)
    await page.unroute(SYNC_URL)
    await returnOnline(page)
    await expect(account.locator('svg')).toHaveCount(1)
    await expect.poll(() => waitingIn(page)).toBe(0)
  })

  await test.step('a browser that clears everything costs what was shown as not synced, and nothing else', async () => {
    await page.goto('/pieces')
    await page.route(SYNC_URL, route => route.abort())
    await setGoalOfSwan(page, '90')
    await expect(button(page, 'server unreachable, 1 unsynced')).toBeVisible()

    // A page of the same site that opens nothing: the browser clears what no page has open.
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
    await expect(listEntry(page, 'The Swan')).toContainText('goal 72 bpm')
  })
})

/** How many changes this device has that the server has not answered. */
const waitingIn = async (page: Page) => (await readStoreRows(page, 'outbox')).length
