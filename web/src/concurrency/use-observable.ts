import { useSyncExternalStore } from 'react'
import type { Observable } from './observable.ts'

/**
 * Returns the value of an observable and renders the component again when the value changes. Prerendering reads the
 * same value (rule HT93).
 */
export const useObservable = <T>(source: Observable<T>): T =>
  useSyncExternalStore(source.subscribe, source.get, source.get)
