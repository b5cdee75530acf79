import type { Page } from '@playwright/test'
import type { ProblemCode } from '#core/protocol/problem.ts'
import { RUN_TIMEOUT_MS } from '#web/metronome/metronome.ts'
import { problemAnswer } from '../problem-answer.ts'

// What a state does to the world around the page.

export const SYNC = '**/api/v1/sync'
export const SIGN_IN_LINKS = '**/api/v1/sign-in-links'
export const CONFIRM = '**/api/v1/sign-in-links/confirm'

/** The server refuses what is asked at an address. */
export const refuse = (page: Page, url: string | RegExp, code: ProblemCode) =>
  page.route(url, route => route.fulfill(problemAnswer(code)))

/** Nothing gets through to an address. */
export const cutOff = (page: Page, url: string | RegExp) => page.route(url, route => route.abort())

/** An address is reached and never answers. */
export const keepWaiting = (page: Page, url: string | RegExp) => page.route(url, () => new Promise(() => {}))

/** Toasts stay, as they do while a mouse moves over them. Call it before the page is opened. */
export const holdToasts = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver(() => {
      const toast = document.querySelector('[popover] > *')
      toast?.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse' }))
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

/** From now on nothing small can be kept either. */
export const keepNothing = (page: Page) =>
  page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('no room', 'QuotaExceededError')
    }
  })

/** A browser that gives no access to its storage. Call it before the page is opened. */
export const withoutDatabase = (page: Page) =>
  page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('not in this window', 'SecurityError')
    }
  })

/** A browser whose database does not answer. Call it before the page is opened. */
export const silenceDatabase = (page: Page) =>
  page.addInitScript(() => {
    IDBFactory.prototype.open = () => Object.setPrototypeOf(new EventTarget(), IDBOpenDBRequest.prototype)
  })

/** A newer version of the app in another tab has changed the database that this one has open. */
export const changeDatabase = (page: Page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const { name = '' } = databases.find(database => database.name?.startsWith('dacapo-')) ?? {}
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(name, 9999)
      opening.addEventListener('success', () => resolve(opening.result.close()))
      opening.addEventListener('error', () => reject(new Error('not upgraded')))
    })
  })

/** A phone on which every sound breaks off at once: a call comes in. Call it before the page is opened. */
export const interruptSound = (page: Page) =>
  page.addInitScript(() => {
    const Native = window.AudioContext
    window.AudioContext = class extends Native {
      isOpen = false
      override get state() {
        return this.isOpen ? 'interrupted' : super.state
      }
      override async resume() {
        await super.resume()
        setTimeout(() => {
          this.isOpen = true
          this.dispatchEvent(new Event('statechange'))
        }, 500)
      }
    }
  })

/**
 * A sound output that never opens. The page waits for it as long as the test looks, or gives up at once. Call it before
 * the page is opened.
 */
export const neverOpenSound = (page: Page, wait: 'for ever' | 'not at all') =>
  page.addInitScript(
    ({ timeoutMs, waitedMs }) => {
      window.AudioContext = class extends window.AudioContext {
        override get state() {
          return 'suspended' as const
        }
        override get currentTime() {
          return 0
        }
        override resume() {
          return new Promise<void>(() => {})
        }
      }
      const set = window.setTimeout
      window.setTimeout = ((call: TimerHandler, ms?: number, ...given: unknown[]) =>
        set(call, ms === timeoutMs ? waitedMs : ms, ...given)) as typeof set
    },
    { timeoutMs: RUN_TIMEOUT_MS, waitedMs: wait === 'for ever' ? 3_600_000 : 0 },
  )

/** A browser without an audio system. Call it before the page is opened. */
export const withoutSound = (page: Page) =>
  page.addInitScript(() => {
    Reflect.deleteProperty(window, 'AudioContext')
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
