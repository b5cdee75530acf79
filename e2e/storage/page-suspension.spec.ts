/* oxlint-disable typescript/unbound-method -- a method of the browser is replaced, and called on its own object */
import type { Page } from '@playwright/test'
import { button, listEntry, logOut } from '../controls.ts'
import { openDevicePage } from '../sync/device-page.ts'
import { shownPieceNames, openDevice, recordPiece } from '../sync/device-steps.ts'
import { expect, test } from '../musician.ts'
import { listDatabases } from '../sync/stored-rows.ts'

// Chromium under test never suspends a page, so the page is told that it does; e2e/engines has the real thing.

const USER = 'user-of-this-test'

/** What the page holds of IndexedDB, as it begins and ends; before any script of the page. */
const watchDatabase = (page: Page) =>
  page.addInitScript(() => {
    const began: IDBTransaction[] = []
    const opened = { count: 0 }
    const { transaction } = IDBDatabase.prototype
    IDBDatabase.prototype.transaction = function (...asked) {
      const given = transaction.apply(this, asked)
      began.push(given)
      return given
    }
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = function (...asked) {
      opened.count += 1
      return open.apply(this, asked)
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
    Object.assign(window, {
      watched: { runs: () => began.filter(isRunning).length, begun: () => began.length + opened.count },
    })
  })

declare global {
  interface Window {
    watched: { runs(): number; begun(): number }
    dropped?: number
  }
}

const tell = (page: Page, type: 'pagehide' | 'pageshow') =>
  page.evaluate(name => window.dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type)

test('[ST23] a suspended page holds no transaction and begins none; what was interrupted is stored once when it returns', async ({
  page,
  dacapo,
}) => {
  await watchDatabase(page)
  await openDevicePage(page, dacapo.origin)
  await page.evaluate(user => window.device.openStore(user), USER)
  const suspended = await page.evaluate(async () => {
    const aPiece = (name: string) => ({
      kind: 'piece.create' as const,
      args: {
        id: window.device.newPieceId(),
        name,
        importance: 3 as const,
        endTempo: 120 as never,
        parts: [{ id: window.device.newPartId(), name: null, currentTempo: 60 as never }],
      },
    })
    const write = (name: string) => window.device.recordChange(aPiece(name))
    const inTime = Array.from({ length: 20 }, (_, number) => write(`in time ${number}`))
    // Some have been stored, some are on their way.
    await inTime[10]
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    const running = window.watched.runs()
    const begun = window.watched.begun()
    const late = write('late')
    void window.device.store()?.persist('sound', 'late')
    void window.device.store()?.feedbackQueue.add({ id: 'late' })
    document.dispatchEvent(new Event('visibilitychange'))
    // A transaction would have begun in the first of these turns.
    for (let turn = 0; turn < 50; turn++) await new Promise(resolve => setTimeout(resolve))
    const outcomes = Promise.all([...inTime, late]).then(all => all.map(({ kind }) => kind))
    Object.assign(window, { outcomes })
    return { running, begunAfter: window.watched.begun() - begun }
  })
  expect(suspended).toEqual({ running: 0, begunAfter: 0 })

  await tell(page, 'pageshow')
  const outcomes = await page.evaluate(() => (window as unknown as { outcomes: Promise<string[]> }).outcomes)
  expect(outcomes).toEqual(outcomes.map(() => 'saved'))
  const expected = [...Array.from({ length: 20 }, (_, number) => `in time ${number}`), 'late'].toSorted()
  expect(await shownPieceNames(page)).toEqual(expected)
  await openDevicePage(page, dacapo.origin)
  await page.evaluate(user => window.device.openStore(user), USER)
  expect(await shownPieceNames(page)).toEqual(expected)
  expect(await page.evaluate(() => window.device.store()?.readPersisted('sound'))).toBe('late')
  expect(await page.evaluate(() => window.device.store()?.feedbackQueue.count())).toBe(1)
})

test('[ST23] a library that was being opened, or made, when the page was suspended is there when it returns, and a hidden page keeps its database', async ({
  page,
  musician,
  dacapo,
}) => {
  await watchDatabase(page)
  // From before the database exists to after it is open, in steps of a turn of the page.
  for (const turns of [0, 1, 2, 4, 8, 16, 32]) {
    await openDevicePage(page, dacapo.origin)
    const running = await page.evaluate(
      async ([user, most]) => {
        void window.device.openStore(`${user}-${most}`)
        for (let turn = 0; turn < most; turn++) await new Promise(resolve => setTimeout(resolve))
        window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
        return window.watched.runs()
      },
      [USER, turns] as const,
    )
    expect(running).toBe(0)
    await tell(page, 'pageshow')
    await page.evaluate(() => window.device.giveUpOnServer())
    await expect.poll(() => page.evaluate(() => window.device.libraryKind())).toBe('never-synced')
    await recordPiece(page, 'Clair de lune')
  }

  await test.step('a hidden page, as on a locked phone, keeps its database', async () => {
    await musician.signIn()
    await openDevice(page, dacapo.origin)
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await recordPiece(page, 'Clair de lune')
    expect(await shownPieceNames(page)).toEqual(['Clair de lune'])
  })
})

test.describe('while somebody signs out, and in again, in another tab', () => {
  // This page still runs, and asks the server with the cookie that is gone.
  test.use({ expectedFaults: [/Failed to load resource.*401/] })

  test('[ST23][SI13][SI14] a page that was suspended shows nothing of somebody who signed out elsewhere meanwhile, and the library of who signed in there', async ({
    page,
    musician,
  }) => {
    await hearNothing(page)
    await musician.signIn()
    await musician.fillLibrary([{ name: 'The Swan', importance: 3, endTempo: 84, parts: [[null, 60]] }])
    await page.goto('/pieces')
    await expect(page.getByText('The Swan')).toBeVisible()
    await tell(page, 'pagehide')

    const other = await page.context().newPage()
    await other.goto('/account')
    await logOut(other)
    await expect(other).toHaveURL(/\/signin$/)

    await tell(page, 'pageshow')
    await expect(button(page, 'Send me a sign-in link')).toBeVisible()
    expect(await listDatabases(page)).toEqual([])

    await test.step('a page of a guest that was suspended while somebody signed in elsewhere shows their library', async () => {
      await tell(page, 'pagehide')
      await musician.signIn(other)
      // What this page has never seen: its old copy would not do.
      await musician.fillLibrary([{ name: 'Gigue', importance: 3, endTempo: 100, parts: [[null, 80]] }])
      await other.goto('/pieces')
      await expect(listEntry(other, 'Gigue')).toBeVisible()

      await tell(page, 'pageshow')
      await expect(page).toHaveURL(/\/practice$/)
      await expect(listEntry(page, 'Gigue')).toBeVisible()
    })
  })
})

/** As a page in the back/forward cache, it hears nothing of other tabs. */
const hearNothing = (page: Page) =>
  page.addInitScript(() => {
    BroadcastChannel.prototype.addEventListener = () => {}
    Object.defineProperty(BroadcastChannel.prototype, 'onmessage', { set: () => {} })
  })

test('[UI67] a page that returns from the back/forward cache renders on, although a message was dropped in between', async ({
  page,
  musician,
}) => {
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype
    MessagePort.prototype.postMessage = function (...given: [unknown]) {
      if (window.dropped === undefined) postMessage.apply(this, given)
      else window.dropped += 1
    }
  })
  await musician.signIn()
  await page.goto('/practice')
  // The app itself: a link of the prerendered page before it would load another page (HT93).
  await expect(button(page, 'Add your first piece')).toBeVisible()
  await page.evaluate(() => (window.dropped = 0))
  await page.getByRole('link', { name: 'Account' }).click()
  await expect(page).toHaveURL(/\/account$/)
  await expect.poll(() => page.evaluate(() => window.dropped)).toBeGreaterThan(0)
  await expect(button(page, 'Log out')).toBeHidden()
  await page.evaluate(() => delete window.dropped)
  await tell(page, 'pageshow')
  await expect(button(page, 'Log out')).toBeVisible()
})
