import { checkServerReachable } from '#web/api/call.ts'
import {
  whenAllTabsIdle,
  checkReloadBlockedInAnyTab,
  addReloadBlockListener,
} from '#web/device/block-reload.ts'
import { createObservable } from '#web/concurrency/observable.ts'

// Module state: the service worker serves the whole page, and a new version reloads it.

/** A newer build than this page's: 'waiting' until a page activates it, then 'active'; null if none (OF6). */
const newer = createObservable<'waiting' | 'active' | null>(null)

/** False while a tab blocks reloads, even if there is a new version (rule OF5). */
export const newVersionOfferedObservable = createObservable(false)

const HOUR_MS = 60 * 60_000

export function watchForNewVersion(registration: ServiceWorkerRegistration): void {
  const { serviceWorker } = navigator
  // The first worker is not a new version, even when it takes control of the page that registered it.
  let isFirst = serviceWorker.controller === null

  const look = () => {
    if (registration.waiting !== null && serviceWorker.controller !== null) newer.set('waiting')
  }
  const follow = () =>
    registration.installing?.addEventListener(
      'statechange',
      ({ target }) => {
        // A single file that could not be fetched makes the browser discard the whole version.
        if ((target as ServiceWorker).state === 'redundant') retryVersionCheckLater(registration)
        else look()
      },
      { once: true },
    )
  registration.addEventListener('updatefound', follow)
  newer.subscribe(() => void judge())
  addReloadBlockListener(() => void judge())
  follow()
  look()

  serviceWorker.addEventListener('controllerchange', () => {
    if (!isFirst) newer.set('active')
    isFirst = false
  })

  const ask = () => void registration.update().catch(() => retryVersionCheckLater(registration))
  setInterval(ask, HOUR_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && navigator.onLine) ask()
  })
}

const FIRST_RETRY_MS = 10_000
let retryMs = FIRST_RETRY_MS

export function retryVersionCheckLater(registration: ServiceWorkerRegistration): void {
  setTimeout(() => void registration.update().catch(() => retryVersionCheckLater(registration)), retryMs)
  retryMs = Math.min(2 * retryMs, HOUR_MS)
}

/** Does nothing while a tab blocks reloads. */
export async function reloadWithOfferedVersion(): Promise<void> {
  if (await checkReloadBlockedInAnyTab()) return
  const registration = await navigator.serviceWorker.getRegistration()
  const offered = registration?.waiting
  // The version is on this device, so no check for a newer one is needed.
  if (!registration || !offered) return reloadWithNewestVersion()
  await takeOver(registration, offered)
  location.reload()
}

/** A plain `location.reload()` would show the version that the old service worker has stored. */
export async function reloadWithNewestVersion(): Promise<void> {
  if ('serviceWorker' in navigator) {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update().catch(() => undefined)
    const next = registration?.installing ?? registration?.waiting
    if (registration && next) await takeOver(registration, next)
  }
  location.reload()
}

/** If Chromium is slow to activate `worker`, it is unregistered, so that the page reloads from the server. */
async function takeOver(registration: ServiceWorkerRegistration, worker: ServiceWorker): Promise<void> {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const giveUp = async () => {
    if (!(await checkServerReachable())) return
    await registration.unregister()
    resolve()
  }
  let timers: ReturnType<typeof setInterval>[] = []
  const follow = () => {
    if (worker.state === 'installed' && timers.length === 0) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
      const ask = () => worker.postMessage('begin')
      ask()
      timers = [setInterval(ask, ASK_AGAIN_MS), setInterval(() => void giveUp(), GIVE_UP_MS)]
    }
    if (worker.state === 'activated' || worker.state === 'redundant') resolve()
  }
  worker.addEventListener('statechange', follow)
  follow()
  await ended
  timers.forEach(clearInterval)
}

const ASK_AGAIN_MS = 1000
const GIVE_UP_MS = 5000

let isJudging = false
let isNews = false

async function judge(): Promise<void> {
  isNews = true
  if (newer.get() === null || isJudging) return
  isJudging = true
  // A change during the check may be newer than its result.
  while (isNews) {
    isNews = false
    while (await checkReloadBlockedInAnyTab()) {
      newVersionOfferedObservable.set(false)
      await whenAllTabsIdle()
    }
  }
  newVersionOfferedObservable.set(true)
  isJudging = false
}
