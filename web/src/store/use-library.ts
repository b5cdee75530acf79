import { useObservable } from '#web/concurrency/use-observable.ts'
import { useDeviceLibrary, type LibraryState } from './device-library.ts'

export type { LibraryState }

/**
 * Returns the state of the library on this device, and renders the component again when it changes. In the state
 * 'ready', it contains the library that screens show: the rows from the server with unsent changes applied.
 */
export const useLibrary = (): LibraryState => useObservable(useDeviceLibrary().library)
