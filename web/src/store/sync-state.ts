import { createObservable } from '#web/concurrency/observable.ts'
import { useObservable } from '#web/concurrency/use-observable.ts'

/** State of the exchange of changes with the server, such as 'offline'. It is 'syncing' until the first response. */
export type SyncPhase = 'synced' | 'syncing' | 'offline' | 'signed-out' | 'update-needed'

/** State of the exchange of changes with the server, with the numbers of pending and rejected changes. */
export type SyncState = {
  readonly kind: SyncPhase
  /** Number of changes in the outbox, which the server has not answered yet. */
  readonly waiting: number
  /** Number of changes that the server has rejected and the user has not yet handled. */
  readonly rejected: number
}

/** Observable with the current state of the exchange of changes with the server. */
export const syncState = createObservable<SyncState>({ kind: 'syncing', waiting: 0, rejected: 0 })

/** Returns the state of the exchange of changes with the server, and renders the component again when it changes. */
export const useSyncState = (): SyncState => useObservable(syncState)

/**
 * Sets the phase of the exchange of changes with the server. Leaves the numbers of pending and rejected changes as they
 * are.
 */
export function setSyncPhase(kind: SyncPhase): void {
  const state = syncState.get()
  if (state.kind !== kind) syncState.set({ ...state, kind })
}

/** A function that starts a sync round. The sync loop registers it here, because the store must not import sync. */
type Attempt = () => Promise<void>
let attempt: Attempt = async () => undefined

/** Sets the function that `syncNow` calls to start a sync round. Returns a function that removes it. */
export function setSyncNowHandler(round: Attempt): () => void {
  attempt = round
  return () => {
    if (attempt === round) attempt = async () => undefined
  }
}

/**
 * Starts an exchange of changes with the server and resolves when it has ended, even if it has failed. Does nothing if
 * sync is not running.
 */
export const syncNow = (): Promise<void> => attempt()
