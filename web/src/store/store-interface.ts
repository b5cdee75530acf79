import type { Intention } from '#core/library/change.ts'
import type { Timestamp } from '#core/library/day.ts'
import type { PracticeEntry, PracticeEntryId } from '#core/library/piece.ts'
import type { StripeRole } from '#core/plan/plan.ts'
import type { RejectionCode } from '#core/protocol/problem.ts'
import type { PlanSyncRoundWrites } from './apply-sync-round.ts'
import type { LibraryCopy } from './library-copy.ts'
import type { TransactionTable, RejectedRow } from './local-database.ts'
import type { Observable } from '#web/concurrency/observable.ts'

/**
 * Why this device cannot store anything now; null if it can.
 * - 'full': the browser has no space left for this site.
 * - 'closed': the browser or a newer version of the app has closed the database.
 * - 'forbidden': the browser does not allow this site to store data.
 * - 'unanswered': the database has not responded for three seconds.
 */
export type StorageTrouble = 'full' | 'closed' | 'forbidden' | 'unanswered' | null

/** 'saved' is committed, 'rejected' forbidden by a rule; on 'failed' nothing could be stored. */
export type RecordChangeResult =
  | { kind: 'saved' }
  | { kind: 'rejected'; code: RejectionCode }
  | { kind: 'failed' }

/** A value that lies in a user's local database beside the library. */
export type DatabaseValueKey = 'routine' | 'profile' | 'avatar'

export type RecordOptions = {
  /** When each intention was first carried out, in ms of the server's clock; null or undefined means now. */
  readonly times?: readonly (Timestamp | null)[]
  /** Stored only if the changes are stored (rule PX9). */
  readonly value?: { readonly name: DatabaseValueKey; readonly value: unknown }
}

/** Pending entries, added or retracted, replace stored ones with the same id. */
export type EntryLog = {
  readonly stored: TransactionTable<'practice', IDBTransactionMode>
  readonly pending: ReadonlyMap<PracticeEntryId, PracticeEntry>
}

/** The open library of one user on this device. None of its methods reject. */
export type OpenedStore = {
  readonly userId: string
  readonly copy: Observable<LibraryCopy>
  /** Stores the intentions and, if given, `along.value` in one transaction: all of it or nothing. */
  record(intentions: readonly Intention[], along?: RecordOptions): Promise<RecordChangeResult>
  /** Reads the writes of other tabs into the in-memory copy. */
  refresh(): Promise<void>
  /** Runs `work` on the log of practice entries in one transaction; null if it cannot be read (rule ST29). */
  readLog<T>(work: (log: EntryLog) => Promise<T>): Promise<T | null>
  /**
   * Calls `plan` with the current content of the database, and stores the writes that it returns in the same
   * transaction: 'taken', 'stale' if it returned null, or 'failed' if this device cannot store them.
   */
  applyRound(plan: PlanSyncRoundWrites): Promise<'taken' | 'stale' | 'failed'>
  /** Stores the user's plan (Free or Pro) from any other response. Resolves to true when it is on disk. */
  saveRole(role: StripeRole): Promise<boolean>
  /** The rejected changes in the order in which they were made; empty if they cannot be read. */
  rejectedChanges(): Promise<RejectedRow[]>
  /** Puts rejected changes back into the outbox with the same ids. Resolves to true when that is on disk. */
  retry(rows: readonly RejectedRow[]): Promise<boolean>
  /** Deletes rejected changes. Resolves to true when that is on disk. */
  discard(rows: readonly RejectedRow[]): Promise<boolean>
  /** A value that any version of the app may have written; null if there is none. */
  readValue(name: DatabaseValueKey): Promise<unknown>
  storeValue(name: DatabaseValueKey, value: unknown): Promise<void>
  close(): void
}

/**
 * 'synced' after a round that succeeded; 'syncing' also before the first has ended; 'signed-out' if the server does not
 * accept the session, 'update-needed' if it does not support this version of the app any more.
 */
export type SyncStateKind = 'synced' | 'syncing' | 'offline' | 'signed-out' | 'update-needed'

export type SyncState = {
  readonly kind: SyncStateKind
  /** Number of changes in the outbox. */
  readonly waiting: number
  /** Number of rejected changes that the user has not handled yet. */
  readonly rejected: number
}

export type SyncControl = {
  readonly state: Observable<SyncState>
  /** Runs a sync round. Resolves when it has ended, even if it has failed; at once if sync was not started. */
  readonly syncNow: () => Promise<void>
}

export const INITIAL_SYNC_STATE: SyncState = { kind: 'syncing', waiting: 0, rejected: 0 }

export function setSyncStateKind(state: Observable<SyncState>, kind: SyncStateKind): void {
  const before = state.get()
  if (before.kind !== kind) state.set({ ...before, kind })
}
