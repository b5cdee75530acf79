import { createObservable } from '#web/concurrency/observable.ts'

export type NavigateOptions = {
  replace?: boolean
  /** Stored in the history entry, where `useLocation().state` finds it. Must be cloneable. */
  state?: unknown
}

/** Tells NavigationProvider of each navigation. Module state, because the page has only one history. */
export const lastNavigatedEntry = createObservable<RouterLocation | null>(null)

/** If the app is going back, waits until the browser has arrived there (rule PX33). */
export function navigate(to: string, options: NavigateOptions = {}): void {
  if (waiting !== null) return void waiting.push(() => navigate(to, options))
  const { replace = false, state = null } = options
  const entry = { key: Math.random().toString(36).slice(2, 10), state }
  if (replace) history.replaceState(entry, '', to)
  else history.pushState(entry, '', to)
  lastNavigatedEntry.set(getCurrentHistoryEntry(replace ? 'replace' : 'push'))
}

/** Leaves the app if its browser history has fewer entries. Returns before the browser has gone back. */
export function goBack(entries = 1): void {
  if (waiting !== null) return void waiting.push(() => goBack(entries))
  waiting = []
  timeout = setTimeout(runWaitingNavigations, MAX_TRAVERSAL_MS)
  history.go(-entries)
}

/** After this time the app assumes that the browser has not moved, because it had no entry to go back to. */
const MAX_TRAVERSAL_MS = 1000

// Module state, as above. Null if the browser is not going back.
let waiting: (() => void)[] | null = null
let timeout: ReturnType<typeof setTimeout> | undefined

/** Runs the navigations that waited for the browser; true if there were any. For NavigationProvider only. */
export function runWaitingNavigations(): boolean {
  const navigations = waiting ?? []
  waiting = null
  clearTimeout(timeout)
  for (const navigation of navigations) navigation()
  return navigations.length > 0
}

export type RouterLocation = {
  /** 'default' if the browser created the entry, for example when the page was loaded. */
  readonly key: string
  readonly pathname: string
  readonly search: string
  readonly state: unknown
  /** 'traverse' stands for Back, Forward and a page that was loaded. */
  readonly navigationType: 'push' | 'replace' | 'traverse'
}

export function getCurrentHistoryEntry(
  navigationType: RouterLocation['navigationType'] = 'traverse',
): RouterLocation {
  const { pathname, search } = window.location
  const { key, state = null } = (window.history.state ?? {}) as { key?: unknown; state?: unknown }
  return { key: typeof key === 'string' ? key : 'default', pathname, search, state, navigationType }
}

/** As the state of a navigation, makes the next screen focus its first field instead of its heading. */
export const FOCUS_FIELD_STATE = 'focus-field'

/** `email` is the address for which the server refused the link; null if the link had no token (SG19). */
export type FailedLinkState = { readonly failedLink: { readonly email: string | null } }
