/** A value that tells when it changes; the shape useSyncExternalStore wants. */
export type Observable<T> = {
  readonly get: () => T
  /** Setting what is already there tells nobody. */
  readonly set: (next: T) => void
  /** Gives back the function that ends the subscription. */
  readonly subscribe: (listener: () => void) => () => void
}

/** An observable that begins as `first`. */
export function observable<T>(first: T): Observable<T> {
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
