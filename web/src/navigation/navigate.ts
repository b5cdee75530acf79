import { createObservable } from '#web/concurrency/observable.ts'

export type NavigateOptions = {
  replace?: boolean
  state?: unknown
}

/** Null before the first `navigate`. Module state, because the page has only one history. */
export const lastNavigatedEntry = createObservable<RouterLocation | null>(null)

/** While `goBackEntries` is under way, postpones the navigation until the browser has arrived (rule PX33). */
export function navigate(to: string, options: NavigateOptions = {}): void {
  if (waiting !== null) return void waiting.push(() => navigate(to, options))
  const { replace = false, state = null } = options
  const entry = { key: Math.random().toString(36).slice(2, 10), state }
  if (replace) history.replaceState(entry, '', to)
  else history.pushState(entry, '', to)
  lastNavigatedEntry.set(getCurrentHistoryEntry(replace ? 'replace' : 'push'))
}

/** Returns before the browser has gone back, which may be to another website. */
export function goBackEntries(entries = 1): void {
  if (waiting !== null) return void waiting.push(() => goBackEntries(entries))
  waiting = []
  timeout = setTimeout(runWaitingNavigations, MAX_TRAVERSAL_MS)
  history.go(-entries)
}

/** Limits the wait for `popstate`, because without an entry to go back to, the browser sends none. */
const MAX_TRAVERSAL_MS = 1000

// Module state, as above. Null if the browser is not going back.
let waiting: (() => void)[] | null = null
let timeout: ReturnType<typeof setTimeout> | undefined

export function runWaitingNavigations(): boolean {
  const navigations = waiting ?? []
  waiting = null
  clearTimeout(timeout)
  for (const navigation of navigations) navigation()
  return navigations.length > 0
}

export type RouterLocation = {
  /** 'default' if the browser created the history entry, for example when the page was loaded. */
  readonly key: string
  readonly pathname: string
  readonly search: string
  readonly state: unknown
  /** 'traverse': by Back or Forward, or because the page was loaded. */
  readonly navigationType: 'push' | 'replace' | 'traverse'
}

export function getCurrentHistoryEntry(
  navigationType: RouterLocation['navigationType'] = 'traverse',
): RouterLocation {
  const { pathname, search } = window.location
  const { key, state = null } = (window.history.state ?? {}) as { key?: unknown; state?: unknown }
  return { key: typeof key === 'string' ? key : 'default', pathname, search, state, navigationType }
}

/** Pass it as `state` to `navigate`: the next screen then focuses its first field instead of its heading. */
export const FOCUS_FIELD_STATE = 'focus-field'

/** `email` is the address for which the server refused the link; null if the link itself was damaged. */
export type FailedLinkState = { readonly failedLink: { readonly email: string | null } }
