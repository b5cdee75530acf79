import { createObservable } from '#web/concurrency/observable.ts'
import { useObservable } from '#web/concurrency/use-observable.ts'

/** Phase of sync as the sync loop last reported it; 'syncing' until the first response. */
export type SyncPhase = 'synced' | 'syncing' | 'offline' | 'signed-out' | 'update-needed'

/** The sync phase, with the numbers of pending and rejected changes. */
export type SyncState = {
  readonly kind: SyncPhase
  /** Number of changes in the outbox, which the server has not answered yet. */
  readonly waiting: number
  /** Number of changes that the server has rejected and the user has not yet handled. */
  readonly rejected: number
}

/** Observable with the state of sync. */
export const syncState = createObservable<SyncState>({ kind: 'syncing', waiting: 0, rejected: 0 })

/** Returns the state of sync and re-renders when it changes. */
export const useSyncState = (): SyncState => useObservable(syncState)

/** Sets the phase of sync and leaves the counts unchanged. */
export function setSyncPhase(kind: SyncPhase): void {
  const state = syncState.get()
  if (state.kind !== kind) syncState.set({ ...state, kind })
}

/** A function that starts a sync round. The sync loop registers it here, because the store must not import sync. */
type Attempt = () => Promise<void>
let attempt: Attempt = async () => undefined

/** Registers the function that `syncNow` calls. Returns a function that removes it again. */
export function registerSyncRound(round: Attempt): () => void {
  attempt = round
  return () => {
    if (attempt === round) attempt = async () => undefined
  }
}

/**
 * Starts a sync round now and resolves when it has ended, whether it succeeded or failed. Does nothing if sync is not
 * running.
 */
export const syncNow = (): Promise<void> => attempt()
