import { createObservable } from '#web/concurrency/observable.ts'

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
 * Navigates to an address of this app without reloading the page. While the app is going back, waits until the browser
 * has arrived (rule PX33).
 */
export function navigate(to: string, options: NavigateOptions = {}): void {
  if (waiting !== null) return void waiting.push(() => navigate(to, options))
  const { replace = false, state = null } = options
  const entry = { key: Math.random().toString(36).slice(2, 10), state }
  if (replace) history.replaceState(entry, '', to)
  else history.pushState(entry, '', to)
  lastNavigatedEntry.set(currentHistoryEntry(replace ? 'replace' : 'push'))
}

/**
 * Goes back in the browser's history by a number of entries. If this app has fewer entries, the user leaves the app.
 * The browser arrives later than this function returns.
 */
export function goBack(entries = 1): void {
  if (waiting !== null) return void waiting.push(() => goBack(entries))
  waiting = []
  timeout = setTimeout(runWaitingNavigations, MAX_TRAVERSAL_MS)
  history.go(-entries)
}

/** After this time the browser is taken to have stayed, because it had no entry to go back to. */
const MAX_TRAVERSAL_MS = 1000

// Module state, as above. Null if the browser is not going back.
let waiting: (() => void)[] | null = null
let timeout: ReturnType<typeof setTimeout> | undefined

/**
 * Runs the navigations that waited until the browser had gone back. Returns true if there were any. Only
 * `NavigationProvider` may call it, before anybody else reads the current entry.
 */
export function runWaitingNavigations(): boolean {
  const navigations = waiting ?? []
  waiting = null
  clearTimeout(timeout)
  for (const navigation of navigations) navigation()
  return navigations.length > 0
}

/** An entry of the browser's history, with the kind of navigation (such as Back or a link) that led to it. */
export type BrowserHistoryEntry = {
  /** Unique to this entry, or 'default' if the browser created the entry, as for the first page of a visit. */
  readonly key: string
  readonly pathname: string
  readonly search: string
  /** The state that was passed to `navigate`, or null. */
  readonly state: unknown
  /** 'traverse' means that the user pressed Back or Forward, or that the page was loaded. */
  readonly navigationType: 'push' | 'replace' | 'traverse'
}

/** Returns the current entry of the browser's history, with the given navigation type. */
export function currentHistoryEntry(
  navigationType: BrowserHistoryEntry['navigationType'] = 'traverse',
): BrowserHistoryEntry {
  const { pathname, search } = window.location
  const { key, state = null } = (window.history.state ?? {}) as { key?: unknown; state?: unknown }
  return { key: typeof key === 'string' ? key : 'default', pathname, search, state, navigationType }
}

/** Navigation state that makes the next screen focus its first field instead of its heading. */
export const FOCUS_FIELD_STATE = 'focus-field'

/** Navigation state that makes the sign-in screen say that a sign-in link arrived without its token (rule SG19). */
export const DAMAGED_LINK_STATE = 'damaged-link'
