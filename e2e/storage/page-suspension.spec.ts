/* oxlint-disable typescript/unbound-method -- a method of the browser is replaced, and called on its own object */
import type { Page } from '@playwright/test'
import { button, listEntry, logOut } from '../controls.ts'
import { makeDeaf } from '../sign-in/deaf-page.ts'
import { openDevicePage } from '../sync/device-page.ts'
import { shownPieceNames } from '../sync/device-steps.ts'
import { expect, test } from '../musician.ts'
import { listDatabases } from '../sync/stored-rows.ts'

// Chromium under test never puts a page into its back/forward cache, so the page is told that it does; e2e/engines has the
// real thing.

declare global {
  interface Window {
    runningTransactions(): number
  }
}

const tell = (page: Page, type: 'pagehide' | 'pageshow') =>
  page.evaluate(name => window.dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type)

test('[SI13] a page that is put away holds no transaction, and what it said to be saved is there', async ({
  page,
  dacapo,
}) => {
  await page.addInitScript(() => {
    const began: IDBTransaction[] = []
    const { transaction } = IDBDatabase.prototype
    IDBDatabase.prototype.transaction = function (...asked) {
      const given = transaction.apply(this, asked)
      began.push(given)
      return given
    }
    // A transaction that is over refuses to be aborted.
    const isRunning = (each: IDBTransaction) => {
      try {
        each.abort()
        return true
      } catch {
        return false
      }
    }
    window.runningTransactions = () => began.filter(isRunning).length
  })
  await openDevicePage(page, dacapo.origin)
  await page.evaluate(user => window.device.openStore(user), 'user-of-this-test')
  const { running, saved } = await page.evaluate(async () => {
    const write = (name: string) =>
      window.device.recordChange({
        kind: 'piece.create',
        args: {
          id: window.device.newPieceId(),
          name,
          importance: 3,
          endTempo: 120 as never,
          parts: [{ id: window.device.newPartId(), name: null, currentTempo: 60 as never }],
        },
      })
    const names = Array.from({ length: 20 }, (_, number) => `piece ${number}`)
    const writes = names.map(write)
    // Some have been stored, some are on their way.
    await writes[10]
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    const running = window.runningTransactions()
    const outcomes = await Promise.all(writes)
    return { running, saved: names.filter((_, place) => outcomes[place]?.kind === 'saved') }
  })
  expect(running).toBe(0)
  expect(saved.length).toBeLessThan(20)
  await openDevicePage(page, dacapo.origin)
  await page.evaluate(user => window.device.openStore(user), 'user-of-this-test')
  expect(await shownPieceNames(page)).toEqual(saved.toSorted())
})

test('[SI13] a page that comes back shows nothing of somebody who signed out elsewhere meanwhile, and the library of who signed in there', async ({
  page,
  musician,
}) => {
  await makeDeaf(page)
  await musician.signIn()
  await musician.fillLibrary([{ name: 'The Swan', importance: 3, endTempo: 84, parts: [[null, 60]] }])
  await page.goto('/pieces')
  await expect(page.getByText('The Swan')).toBeVisible()
  await tell(page, 'pagehide')

  const other = await page.context().newPage()
  await other.goto('/account')
  await logOut(other)
  await expect(other).toHaveURL(/\/signin$/)
  await expect.poll(() => listDatabases(other)).toEqual([])

  await tell(page, 'pageshow')
  await expect(button(page, 'Send me a sign-in link')).toBeVisible()
  expect(await listDatabases(page)).toEqual([])

  await test.step('a page of a guest that was put away while somebody signed in elsewhere shows their library', async () => {
    await tell(page, 'pagehide')
    await musician.signIn(other)
    await musician.fillLibrary([{ name: 'Gigue', importance: 3, endTempo: 100, parts: [[null, 80]] }])
    await other.goto('/pieces')
    await expect(listEntry(other, 'Gigue')).toBeVisible()

    await tell(page, 'pageshow')
    await expect(page).toHaveURL(/\/practice$/)
    await expect(listEntry(page, 'Gigue')).toBeVisible()
  })
})
