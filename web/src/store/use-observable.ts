import { useSyncExternalStore } from 'react'
import type { Observable } from './observable.ts'

/** The value of an observable, rendered anew when it changes. */
export const useObservable = <T>(source: Observable<T>): T =>
  useSyncExternalStore(source.subscribe, source.get)
