import { isWorkerGone, WORKER_SCRIPT } from './api/worker-script.ts'
import { reloadOnce } from './load-failure.ts'
import { watchForNewVersion } from './new-version.ts'

/**
 * Registers the service worker, which lets the app start without a network (spec 9). Called when the page has loaded,
 * so that the first screen waits for nothing; whatever fails is only logged (spec 8).
 */
export async function keepWorker(): Promise<void> {
  // Pages that came over plain HTTP have none.
  if (!('serviceWorker' in navigator)) return
  const before = await navigator.serviceWorker.getRegistration()
  try {
    const registration = await navigator.serviceWorker.register(trusted(WORKER_SCRIPT), {
      updateViaCache: 'none',
    })
    watchForNewVersion(registration)
    // A worker that is there already is taken as registered without a look at the server.
    if (before !== undefined && navigator.onLine) await registration.update()
  } catch (error) {
    console.warn('The service worker could not be registered or updated.', error)
    if (before !== undefined && (await isWorkerGone())) await removeWorker(before)
  }
}

/** Without its script a worker would answer with an old build for ever (spec 9). The next load registers none (rule OF7). */
async function removeWorker(registration: ServiceWorkerRegistration): Promise<void> {
  const isRemoved = await registration.unregister()
  const ours = (await caches.keys()).filter(name => name.startsWith('dacapo '))
  await Promise.all(ours.map(name => caches.delete(name)))
  if (isRemoved && navigator.serviceWorker.controller !== null) await reloadOnce()
}

// Trusted types as far as we use them; TypeScript does not know them yet. Where a browser knows them, only this policy
// may name the script of a worker, and it names one.
type Factory = {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string }
}

function trusted(script: typeof WORKER_SCRIPT): string {
  const { trustedTypes } = window as { trustedTypes?: Factory }
  return (
    trustedTypes?.createPolicy('dacapo-worker', { createScriptURL: () => script }).createScriptURL(script) ??
    script
  )
}
