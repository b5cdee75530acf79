import { allTabsFree, isAnyTabBusy, watchBusy } from './device/busy.ts'
import { observable } from './store/observable.ts'

/**
 * Whether there is a new build that this page does not run yet: `waiting` until a page begins with it, `begun` when
 * another tab has. This page goes on with the files of its own build until it is loaded again (rule OF6).
 */
const newer = observable<'waiting' | 'begun' | null>(null)

/** Whether the new version may be offered now: there is one, and nothing is going on in any tab (rule OF5). */
export const isNewVersionOffered = observable(false)

const HOUR_MS = 60 * 60_000

/** Looks for a new build now and then, and offers it when all of it has been fetched (rule OF5). */
export function watchForNewVersion(registration: ServiceWorkerRegistration): void {
  const { serviceWorker } = navigator
  // The very first worker is no news, nor is it when it takes over the page that brought it.
  let isFirst = serviceWorker.controller === null

  const look = () => {
    if (registration.waiting !== null && serviceWorker.controller !== null) newer.set('waiting')
  }
  const follow = () => registration.installing?.addEventListener('statechange', look)
  registration.addEventListener('updatefound', follow)
  newer.subscribe(() => void judge())
  watchBusy(() => void judge())
  follow()
  look()

  serviceWorker.addEventListener('controllerchange', () => {
    if (!isFirst) newer.set('begun')
    isFirst = false
  })

  // A failure says nothing: there will be another hour.
  const ask = () => void registration.update().catch(() => undefined)
  setInterval(ask, HOUR_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return
    if (navigator.onLine) ask()
  })
}

/**
 * Loads the page again with the version that was offered, unless something has begun meanwhile: the offer is gone then,
 * too.
 */
export async function beginNewVersion(): Promise<void> {
  if (await isAnyTabBusy()) return
  const offered = (await navigator.serviceWorker.getRegistration())?.waiting
  // It is on this device: nobody has to be asked whether there is a newer one still.
  if (!offered) return loadNewestVersion()
  await begun(offered)
  location.reload()
}

/**
 * Loads the page again with the newest version there is. A plain reload would open the one that the worker has, which
 * may be the one that is too old.
 */
export async function loadNewestVersion(): Promise<void> {
  if ('serviceWorker' in navigator) {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update().catch(() => undefined)
    const next = registration?.installing ?? registration?.waiting
    if (next) await begun(next)
  }
  location.reload()
}

/** Resolves when this worker answers for the page, or when it turned out that it cannot. */
function begun(worker: ServiceWorker): Promise<void> {
  return new Promise(resolve => {
    const follow = () => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
      if (worker.state === 'installed') worker.postMessage('begin')
      if (worker.state === 'activated' || worker.state === 'redundant') resolve()
    }
    worker.addEventListener('statechange', follow)
    follow()
  })
}

let isJudging = false
let isNews = false

/** Offers the new version, or takes the offer back until nothing is going on any more. */
async function judge(): Promise<void> {
  isNews = true
  if (newer.get() === null || isJudging) return
  isJudging = true
  // What is told while this looks may be newer than what it sees.
  while (isNews) {
    isNews = false
    while (await isAnyTabBusy()) {
      isNewVersionOffered.set(false)
      await allTabsFree()
    }
  }
  isNewVersionOffered.set(true)
  isJudging = false
}
