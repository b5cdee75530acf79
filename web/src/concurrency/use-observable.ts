import { useSyncExternalStore } from 'react'
import type { Observable } from './observable.ts'

/** Returns an observable's value and re-renders when it changes. */
export const useObservable = <T>(source: Observable<T>): T =>
  useSyncExternalStore(source.subscribe, source.get)
