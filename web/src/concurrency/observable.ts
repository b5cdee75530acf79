/** A value that notifies subscribers of changes. It has the form that React's useSyncExternalStore expects. */
export type Observable<T> = {
  readonly get: () => T
  /** Notifies no listener if the value is unchanged. */
  readonly set: (next: T) => void
  /** Adds a listener and returns the function that removes it. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Creates an observable, a value that notifies subscribers of changes, with an initial value. */
export function createObservable<T>(first: T): Observable<T> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
