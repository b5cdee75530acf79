import { isWorkerScriptGone, WORKER_SCRIPT_PATH } from '#web/api/server-settings.ts'
import { reloadAfterCodeLoadFailure } from '#web/recovery/load-failure.ts'
import { retryVersionCheckLater, watchForNewVersion } from './new-version.ts'

export async function registerServiceWorker(): Promise<void> {
  // Pages served over plain HTTP have none.
  if (!('serviceWorker' in navigator)) return
  let before: ServiceWorkerRegistration | undefined
  try {
    before = await navigator.serviceWorker.getRegistration()
    const registration = await navigator.serviceWorker.register(trusted(WORKER_SCRIPT_PATH), {
      updateViaCache: 'none',
    })
    watchForNewVersion(registration)
    // Registering an existing worker does not check the server for a newer one.
    if (before !== undefined && navigator.onLine) await registration.update()
  } catch (error) {
    console.warn('The service worker could not be registered or updated.', error)
    if (before === undefined) return
    if (await isWorkerScriptGone()) await removeWorker(before)
    else retryVersionCheckLater(before)
  }
}

/** A worker whose script is gone from the server would serve its old build forever (rule OF2). */
async function removeWorker(registration: ServiceWorkerRegistration): Promise<void> {
  const isRemoved = await registration.unregister()
  await Promise.all((await caches.keys()).map(name => caches.delete(name)))
  if (isRemoved && navigator.serviceWorker.controller !== null) await reloadAfterCodeLoadFailure()
}

// The part of Trusted Types that we use; TypeScript does not declare it yet. Browsers that support them accept a
// worker's script only from this policy, which allows one.
type Factory = {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string }
}

function trusted(script: typeof WORKER_SCRIPT_PATH): string {
  const { trustedTypes } = window as { trustedTypes?: Factory }
  return (
    trustedTypes?.createPolicy('dacapo-worker', { createScriptURL: () => script }).createScriptURL(script) ??
    script
  )
}
