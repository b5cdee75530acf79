import { useSyncExternalStore } from 'react'

/** A value whose changes can be observed, in the form that React's useSyncExternalStore expects. */
export type Observable<T> = {
  readonly get: () => T
  /** Notifies no subscriber if the value is unchanged. */
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

/** Also works when a screen is prerendered outside a browser (rule HT93). */
export const useObservable = <T>(source: Observable<T>): T =>
  useSyncExternalStore(source.subscribe, source.get, source.get)

/** Throws if the context's value is null, because the component is then outside the app. */
export function requireProvided<T>(value: T | null): T {
  if (value === null) throw new Error('outside of the app')
  return value
}
