import { isServerReachable } from '#web/api/server-reachable.ts'

const KEY = 'reloaded-at'
// A second reload within this time would only repeat the failure.
const PAUSE_MS = 60_000

/** Returns whether an error means that code or styles failed to load; the message differs per browser. */
export const isLoadFailure = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)

/**
 * Reloads the page if its server answers, at most once a minute and not while a navigation is in progress (rule UI12).
 */
export async function reloadOnce(): Promise<void> {
  if (Date.now() - lastReload() < PAUSE_MS || !(await isServerReachable()) || isBeingLeft()) return
  sessionStorage.setItem(KEY, String(Date.now()))
  location.reload()
}

/**
 * Reloads the page if its server answers, and otherwise resolves to false, because the browser would replace a working
 * app with its own error page. navigator.onLine is not enough: the server may be down, or the network have no access
 * (rule UI12).
 */
export async function reloadIfServerReachable(): Promise<boolean> {
  if (!(await isServerReachable())) return false
  location.reload()
  return true
}

// A navigation that has not replaced the page within this time was canceled, or was a download.
const LEAVING_MS = 10_000

let leftAt = 0
const isBeingLeft = () => Date.now() - leftAt < LEAVING_MS

/**
 * Records when a navigation away from this page begins. Firefox then cancels the page's requests, so code fails to load
 * while the page still runs: a reload would replace that navigation.
 */
export function watchNavigations(): void {
  window.addEventListener('beforeunload', () => (leftAt = Date.now()))
  window.addEventListener('pageshow', () => (leftAt = 0))
}

function lastReload(): number {
  return Number(sessionStorage.getItem(KEY) ?? 0)
}
