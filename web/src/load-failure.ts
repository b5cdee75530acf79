const KEY = 'reloaded-at'
// Within this time a second reload would only be the same failure again.
const PAUSE_MS = 60_000

/** Whether an error says that code or styles of a screen could not be fetched; each browser has its own words. */
export const isLoadFailure = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)

/** Reloads the page, at most once a minute, and not while offline, where it could only get worse. */
export function reloadOnce(): void {
  if (!navigator.onLine || Date.now() - lastReload() < PAUSE_MS) return
  sessionStorage.setItem(KEY, String(Date.now()))
  location.reload()
}

function lastReload(): number {
  return Number(sessionStorage.getItem(KEY) ?? 0)
}
