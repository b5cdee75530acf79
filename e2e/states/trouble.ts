import type { Page } from '@playwright/test'
import type { ProblemCode } from '#core/protocol/problem.ts'
import { mockProblemResponse } from '../mock-problem-response.ts'

// Simulated failures and conditions around the page.

// URL patterns for Playwright's page.route.
export const SYNC_URL = '**/api/v1/sync'
export const SIGN_IN_LINKS_URL = '**/api/v1/sign-in-links'
export const SIGN_IN_CONFIRM_URL = '**/api/v1/sign-in-links/confirm'
export const SIGN_IN_LINK_OWNER_URL = '**/api/v1/sign-in-links/owner'
export const SESSION_URL = '**/api/v1/session'
export const FEEDBACK_URL = '**/api/v1/feedback'

export const FAILED_REQUEST = /Failed to load resource/

export const failRequests = (page: Page, url: string | RegExp, code: ProblemCode) =>
  page.route(url, route => route.fulfill(mockProblemResponse(code)))

export const abortRequests = (page: Page, url: string | RegExp) => page.route(url, route => route.abort())

export const hangRequests = (page: Page, url: string | RegExp) => page.route(url, () => new Promise(() => {}))

/** Unlike page.unroute, it does not interrupt pending responses. */
export const letRequestsThrough = (page: Page, url: string | RegExp) =>
  page.route(url, route => route.continue())

export const withholdHistory = (page: Page) =>
  page.route(SYNC_URL, async route => {
    const response = await route.fetch()
    const answer = (await response.json()) as object
    const { since } = route.request().postDataJSON() as { since: number }
    if (since > 0) await new Promise(() => {})
    await route.fulfill({ response, json: { ...answer, entries: [], entriesRevision: 0, moreEntries: true } })
  })

export const returnOnline = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('online')))

/** Lasts until letToastsGo, also after navigations. */
export async function keepToastsOpen(page: Page) {
  await page.addInitScript(holdToasts, { untilNone: false })
  await page.evaluate(holdToasts, { untilNone: false })
}

export const holdToast = (page: Page) => page.evaluate(holdToasts, { untilNone: true })

/** A toast stays open while the mouse moves over it (rule UI7). Runs in the page. */
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
 * Resolves when toasts are kept open, or none is left. Opens a dialog for a moment, which dismisses toasts with a button;
 * the others time out.
 */
export async function settleToasts(page: Page) {
  if (await page.evaluate(areToastsSettled)) return
  await page.evaluate(async () => {
    const dialog = document.body.appendChild(document.createElement('dialog'))
    const shown = new Promise(resolve => dialog.addEventListener('toggle', resolve))
    dialog.showModal()
    await shown
    dialog.close()
    dialog.remove()
  })
  await page.waitForFunction(areToastsSettled)
}

function areToastsSettled(): boolean {
  const isHolding = 'stopHoldingToasts' in window && window.stopHoldingToasts !== null
  return isHolding || document.querySelector('[popover] > *') === null
}

/** Ends keepToastsOpen and resolves when the last toast has timed out. */
export async function letToastsGo(page: Page) {
  await page.evaluate(() => {
    if ('stopHoldingToasts' in window && typeof window.stopHoldingToasts === 'function')
      window.stopHoldingToasts()
    const away = { bubbles: true, pointerType: 'mouse', relatedTarget: document.body }
    document.querySelector('[popover] > *')?.dispatchEvent(new PointerEvent('pointerout', away))
  })
  await page.locator('[popover] > *').first().waitFor({ state: 'detached' })
}

export const failDatabaseWrites = (page: Page) =>
  page.evaluate(() => {
    const full = () => {
      throw new DOMException('the disk is full', 'QuotaExceededError')
    }
    IDBObjectStore.prototype.add = full
    IDBObjectStore.prototype.put = full
  })

export const failLocalStorageWrites = (page: Page) =>
  page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('no room', 'QuotaExceededError')
    }
  })

/** Call it before the page is opened. */
export const denyDatabaseAccess = (page: Page) =>
  page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('not in this window', 'SecurityError')
    }
  })

/** Call it before the page is opened. */
export const hangDatabase = (page: Page) =>
  page.addInitScript(() => {
    IDBFactory.prototype.open = () => Object.setPrototypeOf(new EventTarget(), IDBOpenDBRequest.prototype)
  })

export const mockSettings = (page: Page, change: object) =>
  page.route('**/api/v1/config', async route => {
    const response = await route.fetch()
    const settings = (await response.json()) as object
    await route.fulfill({ response, json: { ...settings, ...change } })
  })

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
