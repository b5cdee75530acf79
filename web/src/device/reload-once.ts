import { readItem, storeItem } from './browser-storage.ts'

const KEY = 'reloaded-at'
// A second reload within this time would only repeat the failure.
const PAUSE_MS = 60_000

/** Reloads the page, unless the app has done so in the last minute or cannot remember that; then returns false. */
export function reloadAtMostOncePerMinute(): boolean {
  if (Date.now() - Number(readItem(KEY, 'sessionStorage') ?? 0) < PAUSE_MS) return false
  if (!storeItem(KEY, String(Date.now()), 'sessionStorage')) return false
  location.reload()
  return true
}

/** Reloads once the page is visible: in a pocket, the metronome of a phone may still be running. */
export function reloadWhenVisible(): void {
  if (document.visibilityState === 'visible') reloadAtMostOncePerMinute()
  else document.addEventListener('visibilitychange', reloadWhenVisible, { once: true })
}
