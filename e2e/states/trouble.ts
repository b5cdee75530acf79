import type { Page } from '@playwright/test'
import { PROBLEM_STATUS, type ProblemCode } from '#core/problem.ts'

// What a state does to the world around the page.

export const SYNC = '**/api/v1/sync'
export const SIGN_IN_LINKS = '**/api/v1/sign-in-links'
export const CONFIRM = '**/api/v1/sign-in-links/confirm'

/** The server refuses what is asked at an address. */
export const refuse = (page: Page, url: string | RegExp, code: ProblemCode) =>
  page.route(url, route =>
    route.fulfill({
      status: PROBLEM_STATUS[code],
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: `/problems/${code}`, title: code, status: PROBLEM_STATUS[code], code }),
    }),
  )

/** Nothing gets through to an address. */
export const cutOff = (page: Page, url: string | RegExp) => page.route(url, route => route.abort())

/** An address is reached and never answers. */
export const keepWaiting = (page: Page, url: string | RegExp) => page.route(url, () => new Promise(() => {}))

/** Toasts stay, as they do for whoever rests the pointer on them. Call it before the page is opened. */
export const holdToasts = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver(() => {
      const toast = document.querySelector('[popover] > *')
      toast?.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
    }).observe(document, { childList: true, subtree: true })
  })

/** From now on this device has no room left for what is to be saved. */
export const fillTheDisk = (page: Page) =>
  page.evaluate(() => {
    const full = () => {
      throw new DOMException('the disk is full', 'QuotaExceededError')
    }
    IDBObjectStore.prototype.add = full
    IDBObjectStore.prototype.put = full
  })

/** A browser that gives no access to its storage. Call it before the page is opened. */
export const withoutDatabase = (page: Page) =>
  page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('not in this window', 'SecurityError')
    }
  })

/** The server tells something else about who is signed in: a plan, a name, a picture. */
export const tellOfUser = (page: Page, about: { stripeRole?: 'pro'; name?: string; image?: string }) =>
  page.route('**/api/v1/session', async route => {
    const response = await route.fetch()
    const told = (await response.json()) as { user: object }
    const { stripeRole, ...user } = about
    await route.fulfill({
      response,
      json: { ...told, user: { ...told.user, ...user }, ...(stripeRole && { stripeRole }) },
    })
  })

/** What another device of the same musician does meanwhile, sent the way it sends it. */
export async function changeElsewhere(page: Page, kind: string, args: object): Promise<void> {
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
      changes: [{ id: crypto.randomUUID(), kind, at, v: 1, args }],
    },
  })
}
