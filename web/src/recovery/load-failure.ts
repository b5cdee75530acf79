import { checkServerReachable } from '#web/api/call.ts'
import { reloadOnce } from '#web/device/reload-once.ts'

/**
 * Returns true if an error means that code or styles could not be loaded. Each browser has a different message for it.
 */
export const isLoadFailure = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)

/**
 * Reloads the page after its code or styles could not be loaded, at most once a minute. Does nothing if the server does
 * not respond, or during a navigation (rule UI12).
 */
export async function reloadAfterLoadFailure(): Promise<void> {
  if ((await checkServerReachable()) && !isBeingLeft()) reloadOnce()
}

/**
 * Reloads the page if the server responds. Otherwise resolves to false, because a reload would show the browser's error
 * page. Sends a request to the server instead of reading navigator.onLine, because the server may be down although
 * there is a network (rule UI12).
 */
export async function reloadIfServerReachable(): Promise<boolean> {
  if (!(await checkServerReachable())) return false
  location.reload()
  return true
}

// A navigation that has not replaced the page within this time was canceled, or was a download.
const LEAVING_MS = 10_000

// Module state: a navigation replaces the page with everything in it.
let leftAt = 0
const isBeingLeft = () => Date.now() - leftAt < LEAVING_MS

/**
 * Starts to record navigations away from this page, during which `reloadAfterLoadFailure` does not reload it. Firefox
 * cancels requests for code during a navigation, and these look like load failures. A reload because of them would
 * cancel the navigation.
 */
export function trackStartedNavigations(): void {
  window.addEventListener('beforeunload', () => (leftAt = Date.now()))
}
