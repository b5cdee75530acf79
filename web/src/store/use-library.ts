import { useDeferredValue } from 'react'
import { useObservable } from '#web/concurrency/use-observable.ts'
import { useDeviceLibrary, type LibraryState } from './device-library.ts'

export type { LibraryState }

/**
 * Returns the state of the library on this device, and renders the component again when it changes. In the state
 * 'ready', it contains the library that screens show: the rows from the server with unsent changes applied. React
 * splits the first rendering with the library into short tasks. Otherwise, the page could not respond to presses while
 * a long list is rendered (decision 0067).
 */
export function useLibrary(): LibraryState {
  const state = useObservable(useDeviceLibrary().library)
  const deferred = useDeferredValue(state)
  return deferred.kind === 'loading' ? deferred : state
}
