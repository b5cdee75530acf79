import { useSyncExternalStore } from 'react'
import type { Observable } from './observable.ts'

/**
 * Returns the value of an observable and renders the component again when the value changes. Works in the same way when
 * a screen is prerendered to HTML outside a browser (rule HT93).
 */
export const useObservable = <T>(source: Observable<T>): T =>
  useSyncExternalStore(source.subscribe, source.get, source.get)
