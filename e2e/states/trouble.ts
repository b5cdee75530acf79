import type { Page } from '@playwright/test'
import type { ProblemCode } from '#core/protocol/problem.ts'
import { mockProblemResponse } from '../mock-problem-response.ts'

// What a state does to the world around the page.

// URL patterns for Playwright's page.route.
export const SYNC_URL = '**/api/v1/sync'
export const SIGN_IN_LINKS_URL = '**/api/v1/sign-in-links'
export const SIGN_IN_CONFIRM_URL = '**/api/v1/sign-in-links/confirm'
export const SIGN_IN_LINK_OWNER_URL = '**/api/v1/sign-in-links/owner'
export const SESSION_URL = '**/api/v1/session'
export const FEEDBACK_URL = '**/api/v1/feedback'

/** What the browser says on its console where the server refuses or cannot be reached. */
export const FAILED_REQUEST = /Failed to load resource/

/** Makes the server answer requests to a URL with this problem. */
export const failRequests = (page: Page, url: string | RegExp, code: ProblemCode) =>
  page.route(url, route => route.fulfill(mockProblemResponse(code)))

/** Makes requests to a URL fail as if there was no network. */
export const abortRequests = (page: Page, url: string | RegExp) => page.route(url, route => route.abort())

/** Makes requests to a URL stay without an answer. */
export const hangRequests = (page: Page, url: string | RegExp) => page.route(url, () => new Promise(() => {}))

/**
 * Lets requests to a URL through again. Unlike page.unroute, it does not interrupt an answer that is still under way.
 */
export const letRequestsThrough = (page: Page, url: string | RegExp) =>
  page.route(url, route => route.continue())

/** Makes the server send pieces and parts but no practice entries. */
export const withholdHistory = (page: Page) =>
  page.route(SYNC_URL, async route => {
    const response = await route.fetch()
    const answer = (await response.json()) as object
    const { since } = route.request().postDataJSON() as { since: number }
    if (since > 0) await new Promise(() => {})
    await route.fulfill({ response, json: { ...answer, entries: [], entriesRevision: 0, moreEntries: true } })
  })

/** Tells the page that its network is back, so that it loads again what it shows. */
export const returnOnline = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('online')))

/** Keeps toasts open as if a mouse moved over them, on this page and whenever it is loaded anew. */
export async function keepToastsOpen(page: Page) {
  await page.addInitScript(holdToasts, { untilNone: false })
  await page.evaluate(holdToasts, { untilNone: false })
}

/** Keeps the toasts that are seen open as if a mouse moved over them, until none is on the page. */
export const holdToast = (page: Page) => page.evaluate(holdToasts, { untilNone: true })

/** Moves a mouse over every toast that comes, again and again (rule UI7). Runs in the page. */
function holdToasts({ untilNone }: { untilNone: boolean }): void {
  const move = () => {
    const toast = document.querySelector('[popover] > *')
    if (toast === null && untilNone) stop()
    toast?.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse' }))
  }
  const stop = () => {
    observer.disconnect()
    clearInterval(interval)
    Object.assign(window, { stopHoldingToasts: null })
  }
  const observer = new MutationObserver(move)
  const interval = setInterval(move, 1000)
  if ('stopHoldingToasts' in window && typeof window.stopHoldingToasts === 'function')
    window.stopHoldingToasts()
  Object.assign(window, { stopHoldingToasts: stop })
  observer.observe(document, { childList: true, subtree: true })
  move()
}

/**
 * Resolves when the toasts of the page are kept open, or none is left. A toast with a button is sent away by opening a
 * dialog for a moment; the others go in their own time.
 */
export async function waitForRestingToasts(page: Page) {
  if (await page.evaluate(areToastsAtRest)) return
  await page.evaluate(async () => {
    const dialog = document.body.appendChild(document.createElement('dialog'))
    const shown = new Promise(resolve => dialog.addEventListener('toggle', resolve))
    dialog.showModal()
    await shown
    dialog.close()
    dialog.remove()
  })
  await page.waitForFunction(areToastsAtRest)
}

/** Returns true if the toasts are kept open by keepToastsOpen or holdToast, or if there is none. Runs in the page. */
function areToastsAtRest(): boolean {
  const isHolding = 'stopHoldingToasts' in window && window.stopHoldingToasts !== null
  return isHolding || document.querySelector('[popover] > *') === null
}

/** Ends keepToastsOpen as if the mouse left them; resolves when the last toast has gone in its own time. */
export async function letToastsGo(page: Page) {
  await page.evaluate(() => {
    if ('stopHoldingToasts' in window && typeof window.stopHoldingToasts === 'function')
      window.stopHoldingToasts()
    const away = { bubbles: true, pointerType: 'mouse', relatedTarget: document.body }
    document.querySelector('[popover] > *')?.dispatchEvent(new PointerEvent('pointerout', away))
  })
  await page.locator('[popover] > *').first().waitFor({ state: 'detached' })
}

/** Makes all writes to IndexedDB fail from now on, as on a full disk. */
export const failDatabaseWrites = (page: Page) =>
  page.evaluate(() => {
    const full = () => {
      throw new DOMException('the disk is full', 'QuotaExceededError')
    }
    IDBObjectStore.prototype.add = full
    IDBObjectStore.prototype.put = full
  })

/** Makes all writes to local storage fail from now on. */
export const failLocalStorageWrites = (page: Page) =>
  page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('no room', 'QuotaExceededError')
    }
  })

/** Makes the browser deny access to IndexedDB. Call it before the page is opened. */
export const denyDatabaseAccess = (page: Page) =>
  page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('not in this window', 'SecurityError')
    }
  })

/** Makes opening IndexedDB hang. Call it before the page is opened. */
export const hangDatabase = (page: Page) =>
  page.addInitScript(() => {
    IDBFactory.prototype.open = () => Object.setPrototypeOf(new EventTarget(), IDBOpenDBRequest.prototype)
  })

/** Changes some of the server's settings. */
export const mockSettings = (page: Page, change: object) =>
  page.route('**/api/v1/config', async route => {
    const response = await route.fetch()
    const told = (await response.json()) as object
    await route.fulfill({ response, json: { ...told, ...change } })
  })

/** Sends a change to the server as another device of the same user. */
export async function changeOnOtherDevice(page: Page, kind: string, args: object): Promise<void> {
  const { origin } = new URL(page.url())
  const at = Date.now()
  await page.request.post(`${origin}/api/v1/sync`, {
    headers: { origin },
    data: {
      clientId: 'elsewhere',
      schema: 1,
      epoch: null,
      clientNow: at,
      since: 0,
      entriesSince: 0,
      changes: [{ id: crypto.randomUUID(), kind, at, args }],
    },
  })
}
