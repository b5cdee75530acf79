import { useObservable } from '#web/concurrency/use-observable.ts'
import { useDeviceLibrary, type LibraryState } from './device-library.ts'

export type { LibraryState }

/** Returns the library that screens show: the rows from the server with the changes applied that were not sent yet. */
export const useLibrary = (): LibraryState => useObservable(useDeviceLibrary().library)
