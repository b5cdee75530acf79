import { useSyncExternalStore } from 'react'

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

/**
 * Returns the value of an observable and renders the component again when the value changes. Works in the same way when
 * a screen is prerendered to HTML outside a browser (rule HT93).
 */
export const useObservable = <T>(source: Observable<T>): T =>
  useSyncExternalStore(source.subscribe, source.get, source.get)

/**
 * Returns `value`, which the app provides: that of a React context, or the element that the app is rendered into. Throws
 * if it is null, because the code then runs outside the app.
 */
export function provided<T>(value: T | null): T {
  if (value === null) throw new Error('outside of the app')
  return value
}
