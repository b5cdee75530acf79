import { createObservable } from '#web/concurrency/observable.ts'
import { currentHistoryEntry, type BrowserHistoryEntry } from './history-entry.ts'

/** Options of a navigation: whether it replaces the current history entry, and a state to store in the new one. */
export type NavigateOptions = {
  /** Replaces the current history entry instead of adding one. */
  replace?: boolean
  /** Stored in the history entry, and read from `useLocation().state`; must be cloneable. */
  state?: unknown
}

/**
 * Observable with the history entry that `navigate` created last, or null. Only `NavigationProvider` may read it; other
 * code uses `useLocation`. Module state: it mirrors the page's history.
 */
export const lastNavigatedEntry = createObservable<BrowserHistoryEntry | null>(null)

/**
 * Navigates to an address of this app without reloading the page. If the browser refuses to add a history entry, as
 * Safari does after 100 in 30 s, loads the address as a new page.
 */
export function navigate(to: string, { replace = false, state = null }: NavigateOptions = {}): void {
  const entry = { key: Math.random().toString(36).slice(2, 10), state }
  if (replace) window.history.replaceState(entry, '', to)
  else if (!pushEntry(entry, to)) return
  lastNavigatedEntry.set(currentHistoryEntry(replace ? 'replace' : 'push'))
}

/**
 * Goes back in the browser's history by a number of entries. If this app has fewer entries, the user leaves the app.
 */
export function goBack(entries = 1): void {
  window.history.go(-entries)
}

/** Adds a history entry. Loads the page and returns false if the browser refuses, as Safari does after 100 in 30 s. */
function pushEntry(entry: unknown, to: string): boolean {
  try {
    window.history.pushState(entry, '', to)
    return true
  } catch (error) {
    if (!(error instanceof DOMException) || error.name === 'DataCloneError') throw error
    window.location.assign(to)
    return false
  }
}
