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
