import type { Intention } from '#core/library/change.ts'
import type { Timestamp } from '#core/library/day.ts'
import type { Practice, PracticeEntryId } from '#core/library/piece.ts'
import type { StripeRole } from '#core/plan/plan.ts'
import type { RejectionCode } from '#core/protocol/problem.ts'
import type { PlanSyncRoundWrites } from './apply-sync-round.ts'
import type { TabCopy } from './device-copy.ts'
import type { LocalTable, RejectedRow } from './local-database.ts'
import type { Observable } from '#web/concurrency/observable.ts'

/**
 * Reason why this device cannot store anything now. It is null if storage works.
 * - 'full': the browser has no space left for this site.
 * - 'closed': the browser or a newer version of the app has closed the database.
 * - 'forbidden': the browser does not allow this site to store data.
 * - 'unanswered': the database has not responded for three seconds.
 */
export type StorageTrouble = 'full' | 'closed' | 'forbidden' | 'unanswered' | null

/**
 * Result of storing a change: 'saved' after the transaction has committed, 'rejected' if a rule forbids the change,
 * 'failed' if this device cannot store it.
 */
export type RecordChangeResult =
  | { kind: 'saved' }
  | { kind: 'rejected'; code: RejectionCode }
  | { kind: 'failed' }

/**
 * The id, name, email address and picture of the user to whom a local database belongs, as last reported by the server.
 * They are stored on this device, so that the app can start without a request.
 */
export type UserProfile = {
  readonly id: string
  readonly name: string | null
  readonly email: string
  /** URL of the user's picture. */
  readonly image: string | null
}

/**
 * A stored user profile. `ended` is the reason if the user's session has ended: 'expired', or for example
 * 'session-revoked' if it was ended on another device; otherwise null.
 */
export type PersistedProfile = {
  readonly profile: UserProfile
  readonly ended: string | null
}

/** The key of a value that lies in a user's local database beside the library: the routine, the profile, the picture. */
export type StoredValueKey = 'routine' | 'profile' | 'avatar'

/** Options for storing changes: their original times, and a value to store in the same transaction. */
export type RecordOptions = {
  /** When each intention was first carried out, in ms of the server's clock; null or undefined means now. */
  readonly times?: readonly (Timestamp | null)[]
  /** Stored only if the changes are stored (rule PX9). */
  readonly value?: { readonly name: StoredValueKey; readonly value: unknown }
}

/**
 * The log of practice entries as one transaction reads it: the entries that the server has confirmed, and those that
 * pending changes add or retract, which replace stored ones with the same id.
 */
export type EntryLog = {
  readonly stored: LocalTable<'practice', IDBTransactionMode>
  readonly pending: ReadonlyMap<PracticeEntryId, Practice>
}

/** The open library of one user on this device. The interface hides IndexedDB. */
export type OpenStore = {
  readonly userId: string
  readonly copy: Observable<TabCopy>
  /**
   * Stores the intentions (actions of the user) as changes and, if given, the value `along.value`, in one
   * transaction. If a rule forbids one of the changes or the transaction fails, stores nothing. Never rejects.
   */
  record(intentions: readonly Intention[], along?: RecordOptions): Promise<RecordChangeResult>
  /** Reads the writes of other tabs into the in-memory copy. Never rejects. */
  refresh(): Promise<void>
  /**
   * Runs `work` on the log of practice entries in one transaction and returns its result; null if the log cannot be
   * read (entry-log.ts, rule ST29).
   */
  readLog<T>(work: (log: EntryLog) => Promise<T>): Promise<T | null>
  /**
   * Stores the result of a sync round (an exchange of changes with the server). Calls `plan` with the current content
   * of the database, and stores the writes that it returns in the same transaction. Resolves to 'taken' if they were
   * stored, 'stale' if `plan` returned null, or 'failed' if this device cannot store them.
   */
  applyRound(plan: PlanSyncRoundWrites): Promise<'taken' | 'stale' | 'failed'>
  /**
   * Stores the user's subscription plan (`role`: 'pro', or null for Free) from a response that is not a sync response.
   * Resolves to true when it is on disk, and to false if it cannot be stored. Never rejects.
   */
  saveRole(role: StripeRole): Promise<boolean>
  /**
   * Returns the changes that the server has rejected, with the reasons, in the order in which they were made; an empty
   * list if they cannot be read.
   */
  rejectedChanges(): Promise<RejectedRow[]>
  /**
   * Puts rejected changes back into the outbox (the changes to send) with the same ids. Resolves to true when the write
   * is on disk, and to false if it fails. Never rejects.
   */
  retry(rows: readonly RejectedRow[]): Promise<boolean>
  /**
   * Deletes rejected changes from this device. Resolves to true when the deletion is on disk, and to false if it fails.
   * Never rejects.
   */
  discard(rows: readonly RejectedRow[]): Promise<boolean>
  /** Reads a stored value, which any version of the app may have written; null if there is none. Never rejects. */
  readValue(name: StoredValueKey): Promise<unknown>
  /** Stores a value, replacing the previous one. Never rejects. */
  storeValue(name: StoredValueKey, value: unknown): Promise<void>
  close(): void
}

/**
 * State of the exchange of changes with the server.
 * - 'synced': the last exchange succeeded.
 * - 'syncing': changes are being sent, or no exchange has ended yet.
 * - 'offline': the server cannot be reached.
 * - 'signed-out': the server does not accept the session.
 * - 'update-needed': the server does not support this version of the app any more.
 */
export type SyncStateKind = 'synced' | 'syncing' | 'offline' | 'signed-out' | 'update-needed'

/** State of the exchange of changes with the server, with the numbers of pending and rejected changes. */
export type SyncState = {
  readonly kind: SyncStateKind
  /** Number of changes in the outbox, which the server has not answered yet. */
  readonly waiting: number
  /** Number of changes that the server has rejected and the user has not yet handled. */
  readonly rejected: number
}

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
export function setSyncPhase(state: Observable<SyncState>, kind: SyncStateKind): void {
  const before = state.get()
  if (before.kind !== kind) state.set({ ...before, kind })
}
