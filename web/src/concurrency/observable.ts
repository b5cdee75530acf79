import { useSyncExternalStore } from 'react'

export type Observable<T> = {
  readonly get: () => T
  /** Calls the listeners only if the value changes, as compared by Object.is. */
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

export const useObservable = <T>(source: Observable<T>): T =>
  useSyncExternalStore(source.subscribe, source.get, source.get)

export function requireProvided<T>(value: T | null): T {
  if (value === null) throw new Error('outside of the app')
  return value
}
