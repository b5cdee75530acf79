import { checkServerReachable } from '#web/api/call.ts'
import { reloadAtMostOncePerMinute } from '#web/device/reload-once.ts'

export const isCodeLoadFailure = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)

export async function reloadAfterCodeLoadFailure(): Promise<void> {
  if ((await checkServerReachable()) && !isBeingLeft()) reloadAtMostOncePerMinute()
}

/** Never resolves if it reloads. Without a server, a reload would show the browser's error page (UI12). */
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

/** Firefox cancels requests when the user leaves the page; these failures must not cause a reload. */
export function trackPageUnload(): void {
  window.addEventListener('beforeunload', () => (leftAt = Date.now()))
}
