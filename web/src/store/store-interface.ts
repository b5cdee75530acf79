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

/** 'saved': on disk; 'rejected': a rule forbids the change; 'failed': this device cannot store it. */
export type RecordChangeResult =
  | { kind: 'saved' }
  | { kind: 'rejected'; code: RejectionCode }
  | { kind: 'failed' }

/** The key of a value that is stored in the user's local database apart from the library. */
export type DatabaseValueKey = 'routine' | 'profile' | 'avatar'

export type RecordOptions = {
  /** When each intention was first carried out, in ms of the server's clock; null or undefined means now. */
  readonly times?: readonly (Timestamp | null)[]
  /** Stored in the same transaction as the changes (rule PX9). */
  readonly value?: { readonly name: DatabaseValueKey; readonly value: unknown }
}

/** An entry of `pending` (added or retracted) takes precedence over a stored one with the same id. */
export type EntryLog = {
  readonly stored: TransactionTable<'practice', IDBTransactionMode>
  readonly pending: ReadonlyMap<PracticeEntryId, PracticeEntry>
}

/** The library of one user on this device. Its methods never reject. */
export type OpenedStore = {
  readonly userId: string
  readonly copy: Observable<LibraryCopy>
  /** Stores the intentions and, if given, `along.value` in one transaction: everything or nothing. */
  record(intentions: readonly Intention[], along?: RecordOptions): Promise<RecordChangeResult>
  /** Updates the copy in memory with the writes of other tabs. */
  refresh(): Promise<void>
  /** Runs `work` on the practice entries in one transaction. Null if they cannot be read (rule ST29). */
  readLog<T>(work: (log: EntryLog) => Promise<T>): Promise<T | null>
  /**
   * Calls `plan` with the current content of the database, and stores the writes that it returns in the
   * same transaction. Resolves to 'taken', 'stale' if `plan` returned null, or 'failed' if storing failed.
   */
  applyRound(plan: PlanSyncRoundWrites): Promise<'taken' | 'stale' | 'failed'>
  /** Stores the plan (Free or Pro) from a response outside sync. Resolves to true when it is on disk. */
  saveRole(role: StripeRole): Promise<boolean>
  /** Returns rejected changes in the order in which they were made; none if they cannot be read. */
  rejectedChanges(): Promise<RejectedRow[]>
  /** Moves rejected changes back to the outbox, with the same ids. Resolves to true when it is on disk. */
  retry(rows: readonly RejectedRow[]): Promise<boolean>
  /** Deletes rejected changes. Resolves to true when that is on disk. */
  discard(rows: readonly RejectedRow[]): Promise<boolean>
  /** Returns null if there is no value. Check the value: any version of the app may have stored it. */
  readValue(name: DatabaseValueKey): Promise<unknown>
  storeValue(name: DatabaseValueKey, value: unknown): Promise<void>
  close(): void
}

/**
 * 'synced': the last round succeeded. 'syncing': also before the first round has ended. 'signed-out': the
 * server refuses the session. 'update-needed': it no longer supports this version of the app.
 */
export type SyncStateKind = 'synced' | 'syncing' | 'offline' | 'signed-out' | 'update-needed'

export type SyncState = {
  readonly kind: SyncStateKind
  readonly waiting: number
  /** The number of rejected changes that the user has not dealt with yet. */
  readonly rejected: number
}

export type SyncControl = {
  readonly state: Observable<SyncState>
  /** Runs a sync round. Resolves when it has ended or failed, and at once if sync has not been started. */
  readonly syncNow: () => Promise<void>
}

export const INITIAL_SYNC_STATE: SyncState = { kind: 'syncing', waiting: 0, rejected: 0 }

export function setSyncStateKind(state: Observable<SyncState>, kind: SyncStateKind): void {
  const before = state.get()
  if (before.kind !== kind) state.set({ ...before, kind })
}
