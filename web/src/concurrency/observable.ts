/** A value that notifies subscribers of changes. It has the form that React's useSyncExternalStore expects. */
export type Observable<T> = {
  readonly get: () => T
  /** Sets the value and notifies the listeners. Does nothing if the value is unchanged. */
  readonly set: (next: T) => void
  /** Adds a listener and returns the function that removes it. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Creates an observable with an initial value. An observable notifies its subscribers whenever its value changes. */
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
