import { checkServerReachable } from '#web/api/call.ts'
import { reloadAtMostOncePerMinute } from '#web/device/reload-once.ts'

/** True if code or styles could not be loaded; each browser has a message of its own for this. */
export const isCodeLoadFailure = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)

/** Reloads at most once a minute, and never during a navigation or if the server does not respond (UI12). */
export async function reloadAfterCodeLoadFailure(): Promise<void> {
  if ((await checkServerReachable()) && !isBeingLeft()) reloadAtMostOncePerMinute()
}

/** Reloads, or resolves if the server does not respond: a reload would only show a browser error (UI12). */
export async function reloadIfServerReachable(): Promise<void> {
  if (!(await checkServerReachable())) return
  location.reload()
  return new Promise(() => {})
}

// A navigation that has not replaced the page within this time was canceled, or was a download.
const LEAVING_MS = 10_000

// Module state: a navigation replaces the page with everything in it.
let leftAt = 0
const isBeingLeft = () => Date.now() - leftAt < LEAVING_MS

/** Tracks navigations, because Firefox then cancels requests; these failures must not cause a reload. */
export function trackPageUnload(): void {
  window.addEventListener('beforeunload', () => (leftAt = Date.now()))
}
