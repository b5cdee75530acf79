import type { Observable } from '#web/concurrency/observable.ts'

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

/** What everybody may know of the exchange of changes with the server, and start one. */
export type SyncControl = {
  readonly state: Observable<SyncState>
  /**
   * Starts an exchange of changes with the server and resolves when it has ended, even if it has failed. Does nothing
   * if sync is not running.
   */
  readonly syncNow: () => Promise<void>
}

/** State of an exchange that has not begun, for a library without changes. */
export const INITIAL_SYNC_STATE: SyncState = { kind: 'syncing', waiting: 0, rejected: 0 }

/**
 * Sets the phase of the exchange of changes with the server. Leaves the numbers of pending and rejected changes as they
 * are.
 */
export function setSyncPhase(state: Observable<SyncState>, kind: SyncPhase): void {
  const before = state.get()
  if (before.kind !== kind) state.set({ ...before, kind })
}
