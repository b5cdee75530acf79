/** An entry of the browser's history, with the kind of navigation (such as Back or a link) that led to it. */
export type BrowserHistoryEntry = {
  /** Differs between entries; 'default' if the browser created the entry, as it does for the first page of a visit. */
  readonly key: string
  readonly pathname: string
  readonly search: string
  /** The state given to `navigate`; null without one. */
  readonly state: unknown
  /** traverse: by Back or Forward, or by loading the page. */
  readonly navigationType: 'push' | 'replace' | 'traverse'
}

/** Returns the current entry of the browser's history. */
export function currentHistoryEntry(
  navigationType: BrowserHistoryEntry['navigationType'] = 'traverse',
): BrowserHistoryEntry {
  const { pathname, search } = window.location
  const { key, state = null } = (window.history.state ?? {}) as { key?: unknown; state?: unknown }
  return { key: typeof key === 'string' ? key : 'default', pathname, search, state, navigationType }
}
