import { readItem, storeItem } from './browser-storage.ts'

const KEY = 'reloaded-at'
// A second reload within this time would only repeat the failure.
const PAUSE_MS = 60_000

export function reloadAtMostOncePerMinute(): void {
  if (Date.now() - Number(readItem(KEY, 'sessionStorage') ?? 0) < PAUSE_MS) return
  if (storeItem(KEY, String(Date.now()), 'sessionStorage')) location.reload()
}

/** Waits until the page is visible: the metronome of a phone in a pocket may still be running. */
export function reloadWhenVisible(): void {
  if (document.visibilityState === 'visible') reloadAtMostOncePerMinute()
  else document.addEventListener('visibilitychange', reloadWhenVisible, { once: true })
}
