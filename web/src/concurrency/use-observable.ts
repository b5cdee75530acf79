import { useSyncExternalStore } from 'react'
import type { Observable } from './observable.ts'

/** Returns the value of an observable, and renders again when it changes. */
export const useObservable = <T>(source: Observable<T>): T =>
  useSyncExternalStore(source.subscribe, source.get)
