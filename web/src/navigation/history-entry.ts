/** An entry of the browser's history, and how it became the current one. */
export type NavigationEntry = {
  /** Differs between entries; 'default' if the browser created the entry, as it does for the first page of a visit. */
  readonly key: string
  readonly pathname: string
  readonly search: string
  /** The state given to `navigate`; null without one. */
  readonly state: unknown
  /** traverse: by Back or Forward, or by loading the page. */
  readonly navigationType: 'push' | 'replace' | 'traverse'
}

/** Returns the current entry, as the browser has it. */
export function currentEntry(
  navigationType: NavigationEntry['navigationType'] = 'traverse',
): NavigationEntry {
  const { pathname, search } = window.location
  const { key, state = null } = (window.history.state ?? {}) as { key?: unknown; state?: unknown }
  return { key: typeof key === 'string' ? key : 'default', pathname, search, state, navigationType }
}
