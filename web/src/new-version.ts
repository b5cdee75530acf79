import { isAnyTabBusy, watchBusy } from './device/busy.ts'
import { observable } from './store/observable.ts'

/** A new build of the app that this page does not run yet; null while there is none. */
type Newer = { kind: 'waiting'; worker: ServiceWorker } | { kind: 'begun' }

const newer = observable<Newer | null>(null)

/** Whether the new version may be offered now: there is one, and nothing is going on in any tab. */
export const isNewVersionOffered = observable(false)

const HOUR_MS = 60 * 60_000

/** Looks for a new build now and then, and offers it when it has been fetched. */
export function watchForNewVersion(registration: ServiceWorkerRegistration): void {
  const { serviceWorker } = navigator
  // The very first worker is no news, nor is it when it takes over the page that brought it.
  let isFirst = serviceWorker.controller === null

  const look = () => {
    const { waiting } = registration
    if (waiting !== null && serviceWorker.controller !== null) newer.set({ kind: 'waiting', worker: waiting })
  }
  const follow = () => registration.installing?.addEventListener('statechange', look)
  registration.addEventListener('updatefound', follow)
  follow()
  look()

  // Another tab has begun with it; this one goes on with the files of its own build until it is reloaded.
  serviceWorker.addEventListener('controllerchange', () => {
    if (!isFirst) newer.set({ kind: 'begun' })
    isFirst = false
  })

  // A failure says nothing: there will be another hour.
  const ask = () => void registration.update().catch(() => undefined)
  setInterval(ask, HOUR_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return
    if (navigator.onLine) ask()
    void judge()
  })
  newer.subscribe(() => void judge())
  watchBusy(() => void judge())
  void judge()
}

/** Begins with the new version on this page; false where something has begun meanwhile that a reload would disturb. */
export async function beginNewVersion(): Promise<boolean> {
  const now = newer.get()
  if (now === null || (await isAnyTabBusy())) return false
  if (now.kind === 'waiting') {
    const begun = new Promise(resolve =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
    now.worker.postMessage('begin')
    await begun
  }
  location.reload()
  return true
}

async function judge(): Promise<void> {
  isNewVersionOffered.set(newer.get() !== null && !(await isAnyTabBusy()))
}
