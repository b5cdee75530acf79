import type { Observable } from '#web/concurrency/observable.ts'

/**
 * State of the exchange of changes with the server.
 * - 'synced': the last exchange succeeded.
 * - 'syncing': changes are being sent, or no exchange has ended yet.
 * - 'offline': the server cannot be reached.
 * - 'signed-out': the server does not accept the session.
 * - 'update-needed': the server does not support this version of the app any more.
 */
export type SyncPhase = 'synced' | 'syncing' | 'offline' | 'signed-out' | 'update-needed'

/** State of the exchange of changes with the server, with the numbers of pending and rejected changes. */
export type SyncState = {
  readonly kind: SyncPhase
  /** Number of changes in the outbox, which the server has not answered yet. */
  readonly waiting: number
  /** Number of changes that the server has rejected and the user has not yet handled. */
  readonly rejected: number
}

/** The state of the exchange of changes with the server, and a function that starts an exchange. */
export type SyncControl = {
  readonly state: Observable<SyncState>
  /**
   * Starts an exchange of changes with the server. Resolves when it has ended, even if it has failed. Does nothing if
   * sync was not started.
   */
  readonly syncNow: () => Promise<void>
}

/** The sync state before the first exchange of changes with the server, without pending or rejected changes. */
export const INITIAL_SYNC_STATE: SyncState = { kind: 'syncing', waiting: 0, rejected: 0 }

/**
 * Sets the phase of the exchange of changes with the server. Leaves the numbers of pending and rejected changes as they
 * are.
 */
export function setSyncPhase(state: Observable<SyncState>, kind: SyncPhase): void {
  const before = state.get()
  if (before.kind !== kind) state.set({ ...before, kind })
}
