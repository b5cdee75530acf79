import { libraryState, type LibraryState } from './current-store.ts'
import { useObservable } from '#web/concurrency/use-observable.ts'

export type { LibraryState }

/** What the musician has, as this device knows it: what the server confirmed and what waits to be sent. */
export const useLibrary = (): LibraryState => useObservable(libraryState)
