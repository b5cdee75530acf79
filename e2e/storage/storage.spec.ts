/* oxlint-disable typescript/unbound-method -- a method of the browser is replaced, and called on its own object */
import type { Page } from '@playwright/test'
import { button, listEntry, genericErrorToast, successToast, numberField } from '../controls.ts'
import { expect, test, type Musician } from '../musician.ts'
import { addUnsplitPieceOnScreen } from '../pieces/add-whole-piece.ts'
import { failRequests, returnOnline, SYNC_URL } from '../states/trouble.ts'

// If the device cannot store a change, nothing is reported as saved, and the musician learns why.

const alert = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words })

async function editTheSwan(page: Page, musician: Musician) {
  await musician.fillLibrary()
  await page.goto('/pieces')
  await page.getByRole('link', { name: 'Edit The Swan' }).click()
  await numberField(page, 'goal tempo (end tempo)').fill('72')
}

const QUOTA_BYTES = 8_000_000

/** Call it before the first page: the browser does not check a quota again while much of it is free. */
async function limitQuota(page: Page, origin: string) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: QUOTA_BYTES })
  return () => browser.send('Storage.overrideQuotaForOrigin', { origin })
}

async function fillTheDisk(page: Page) {
  const refused = await page.evaluate(async quota => {
    const opened = await new Promise<IDBDatabase>(resolve => {
      const opening = indexedDB.open('ballast')
      opening.addEventListener('upgradeneeded', () => {
        opening.result.createObjectStore('rows', { autoIncrement: true })
      })
      opening.addEventListener('success', () => resolve(opening.result))
    })
    const put = (bytes: number) =>
      new Promise<string>(resolve => {
        const transaction = opened.transaction('rows', 'readwrite')
        // Random bytes, because repeated ones are compressed.
        transaction.objectStore('rows').add(crypto.getRandomValues(new Uint8Array(bytes)))
        transaction.addEventListener('complete', () => resolve(''))
        transaction.addEventListener('abort', () => resolve(transaction.error?.name ?? 'aborted'))
      })
    let error = ''
    for (const bytes of [60_000, 6000, 600, 60]) {
      error = ''
      for (let writes = 0; error === '' && writes * bytes < 2 * quota; writes++) error = await put(bytes)
    }
    return error
  }, QUOTA_BYTES)
  expect(refused).toBe('QuotaExceededError')
}

test.describe('a device that is full', () => {
  test('[ST18] says so beside the generic error, keeps what was typed, and saves when there is room again @main', async ({
    page,
    musician,
    dacapo,
  }) => {
    const makeRoom = await limitQuota(page, dacapo.origin)
    await musician.signIn()
    await editTheSwan(page, musician)
    await fillTheDisk(page)
    await button(page, 'Save').click()
    await expect(genericErrorToast(page)).toBeVisible()
    await expect(alert(page, 'This device has no room left.')).toBeVisible()
    await expect(numberField(page, 'goal tempo (end tempo)')).toHaveValue('72')

    await button(page, 'What now?').click()
    const help = page.getByRole('dialog', { name: 'no room left' })
    await expect(help).toContainText('Delete something you no longer need')
    await page.keyboard.press('Escape')
    await expect(help).toBeHidden()

    await makeRoom()
    await button(page, 'Save').click()
    await expect(successToast(page, 'Saved The Swan')).toBeVisible()
    await expect(button(page, 'no room left')).toBeHidden()
  })
})

test.describe('a browser that keeps nothing', () => {
  const ways = {
    'has no database': () => Object.defineProperty(window, 'indexedDB', { value: undefined }),
    'forbids every storage': () => {
      const forbid = () => {
        throw new DOMException('forbidden by the user', 'SecurityError')
      }
      IDBFactory.prototype.open = forbid
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, { get: forbid })
    },
  }

  const screens = ['/pieces', '/practice']

  test('[ST18] says on every screen what to do, and never that there are no pieces', async ({
    context,
    musician,
    watchedPage,
  }) => {
    await musician.signIn()
    await musician.fillLibrary()
    for (const [way, apply] of Object.entries(ways)) {
      await test.step(`one that ${way}`, async () => {
        const tab = await context.newPage()
        watchedPage(tab)
        await tab.addInitScript(apply)
        for (const address of screens) {
          await tab.goto(address)
          const notice = alert(tab, 'your pieces did not load')
          await expect(notice).toContainText('Private windows often forbid it')
          await expect(notice.getByRole('button', { name: 'Reload' })).toBeVisible()
          await expect(tab.getByText(/no pieces to practice/i)).toBeHidden()
        }
        await tab.close()
      })
    }
  })
})

test.describe('a database that is taken away while the app is open', () => {
  test.use({ expectedFaults: [/ERR_INTERNET_DISCONNECTED/] })

  test('[ST21] the page reloads itself, and what the server has comes back', async ({
    page,
    musician,
    dacapo,
  }) => {
    await musician.signIn()
    await musician.fillLibrary()
    await page.goto('/pieces')
    await expect(listEntry(page, 'The Swan')).toBeVisible()
    const browser = await page.context().newCDPSession(page)
    const reloaded = page.waitForEvent('load')
    await browser.send('Storage.clearDataForOrigin', { origin: dacapo.origin, storageTypes: 'indexeddb' })
    await reloaded
    await expect(listEntry(page, 'The Swan')).toBeVisible()
  })
})

test.describe('a device that never heard of the server', () => {
  test.use({ expectedFaults: [/Failed to load resource/] })

  test('[ST17] says that the pieces are not loaded yet, and why, lets one be added all the same, and shows the others when asked to try again', async ({
    page,
    musician,
  }) => {
    await musician.signIn()
    await musician.fillLibrary([{ name: 'The Swan', importance: 1, endTempo: 60, parts: [[null, 50]] }])
    const failures = [
      ['unavailable', 'The server does not answer', 'Try again'],
      ['signed-out', 'You have been signed out', 'Sign in again'],
      ['client-too-old', 'There is a newer version', 'Reload'],
    ] as const
    for (const [code, words, way] of failures) {
      await failRequests(page, SYNC_URL, code)
      for (const address of ['/practice', '/pieces']) {
        await page.goto(address)
        const notice = page.getByRole('status').filter({ hasText: 'could not be loaded yet' })
        await expect(notice).toContainText(words)
        await expect(notice.getByText(way, { exact: true })).toBeVisible()
        await expect(page.getByText(/no pieces to practice/i)).toBeHidden()
      }
    }
    await page.unroute(SYNC_URL)
    await page.route(SYNC_URL, route => route.abort())
    await page.goto('/new')
    await addUnsplitPieceOnScreen(page, { name: 'Gigue', urgency: /^3/, goal: 120, current: 80 })
    await expect(listEntry(page, 'The Swan')).toBeHidden()
    await page.unroute(SYNC_URL)
    await returnOnline(page)
    await expect(listEntry(page, 'The Swan')).toBeVisible()
    await expect(listEntry(page, 'Gigue')).toBeVisible()
  })
})
