import { useSyncExternalStore } from 'react'

/** A value that notifies subscribers of changes, in the form of React's useSyncExternalStore. */
export type Observable<T> = {
  readonly get: () => T
  /** Does nothing if the value is unchanged. */
  readonly set: (next: T) => void
  readonly subscribe: (listener: () => void) => () => void
}

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

/** Works in the same way when a screen is prerendered outside a browser (rule HT93). */
export const useObservable = <T>(source: Observable<T>): T =>
  useSyncExternalStore(source.subscribe, source.get, source.get)

/** Returns what the app provides; throws if it is null, because the code then runs outside the app. */
export function requireProvided<T>(value: T | null): T {
  if (value === null) throw new Error('outside of the app')
  return value
}
