import { libraryState, type LibraryState } from './current-store.ts'
import { useObservable } from '#web/concurrency/use-observable.ts'

export type { LibraryState }

/** Returns the library that screens show: the rows from the server with the changes applied that were not sent yet. */
export const useLibrary = (): LibraryState => useObservable(libraryState)
