import { libraryState, type LibraryState } from './current-store.ts'
import { useObservable } from '#web/concurrency/use-observable.ts'

export type { LibraryState }

/** Returns the library to show: the rows from the server with pending changes applied. */
export const useLibrary = (): LibraryState => useObservable(libraryState)
