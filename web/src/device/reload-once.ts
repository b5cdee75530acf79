import { readItem, storeItem } from './browser-storage.ts'

const KEY = 'reloaded-at'
// A second reload within this time would only repeat the failure.
const PAUSE_MS = 60_000

/** Returns false if it does not reload. That is also the case if the browser blocks its storage. */
export function reloadAtMostOncePerMinute(): boolean {
  if (Date.now() - Number(readItem(KEY, 'sessionStorage') ?? 0) < PAUSE_MS) return false
  if (!storeItem(KEY, String(Date.now()), 'sessionStorage')) return false
  location.reload()
  return true
}

/** Waits until the page is visible: the metronome of a phone in a pocket may still be running. */
export function reloadWhenVisible(): void {
  if (document.visibilityState === 'visible') reloadAtMostOncePerMinute()
  else document.addEventListener('visibilitychange', reloadWhenVisible, { once: true })
}
