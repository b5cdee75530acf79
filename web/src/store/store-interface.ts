import type { Intention } from '#core/library/change.ts'
import type { Timestamp } from '#core/library/day.ts'
import type { PracticeEntry, PracticeEntryId } from '#core/library/piece.ts'
import type { StripeRole } from '#core/plan/plan.ts'
import type { RejectionCode } from '#core/protocol/problem.ts'
import type { PlanSyncRoundWrites } from './apply-sync-round.ts'
import type { LibraryCopy } from './library-copy.ts'
import type { TransactionTable, RejectedRow } from './local-database.ts'
import type { Observable } from '#web/concurrency/observable.ts'

/** 'closed': by the browser or a newer version of the app. 'unanswered': no response for three seconds. */
export type StorageTrouble = 'full' | 'closed' | 'forbidden' | 'unanswered' | null

/** 'saved': on disk; 'rejected': a rule forbids the change; 'failed': this device cannot store it. */
export type RecordChangeResult =
  | { kind: 'saved' }
  | { kind: 'rejected'; code: RejectionCode }
  | { kind: 'failed' }

export type DatabaseValueKey = 'routine' | 'profile' | 'avatar'

export type RecordOptions = {
  /** When each change was made, in ms of the server's clock. Null, or a missing element, means now. */
  readonly times?: readonly (Timestamp | null)[]
  readonly value?: { readonly name: DatabaseValueKey; readonly value: unknown }
}

export type StoredAndPendingEntries = {
  readonly stored: TransactionTable<'practice', IDBTransactionMode>
  readonly pending: ReadonlyMap<PracticeEntryId, PracticeEntry>
}

/** One user's library on this device. The methods never reject. */
export type OpenedStore = {
  readonly userId: string
  readonly copy: Observable<LibraryCopy>
  record(intentions: readonly Intention[], along?: RecordOptions): Promise<RecordChangeResult>
  refresh(): Promise<void>
  /** Runs `work` in one transaction. Resolves to null if the database cannot be read (rule ST29). */
  readLog<T>(work: (log: StoredAndPendingEntries) => Promise<T>): Promise<T | null>
  /** Stores what `plan` returns in one transaction. 'stale': `plan` returned null, so nothing was stored. */
  applyRound(plan: PlanSyncRoundWrites): Promise<'stored' | 'stale' | 'failed'>
  /** Resolves to false if storing failed. */
  saveRole(role: StripeRole): Promise<boolean>
  /** Returns the oldest change first. Empty if the database cannot be read. */
  rejectedChanges(): Promise<RejectedRow[]>
  retry(rows: readonly RejectedRow[]): Promise<boolean>
  discard(rows: readonly RejectedRow[]): Promise<boolean>
  /** Null if missing. Validate the value, because another version of the app may have stored it. */
  readValue(name: DatabaseValueKey): Promise<unknown>
  storeValue(name: DatabaseValueKey, value: unknown): Promise<void>
  close(): void
}

export type SyncStateKind = 'synced' | 'syncing' | 'offline' | 'signed-out' | 'update-needed'

export type SyncState = {
  readonly kind: SyncStateKind
  readonly waiting: number
  readonly rejected: number
}

export type SyncControl = {
  readonly state: Observable<SyncState>
  /** Resolves when the sync has ended or failed. Does nothing if background sync has not been started. */
  readonly syncNow: () => Promise<void>
}

export const INITIAL_SYNC_STATE: SyncState = { kind: 'syncing', waiting: 0, rejected: 0 }

export function setSyncStateKind(state: Observable<SyncState>, kind: SyncStateKind): void {
  const before = state.get()
  if (before.kind !== kind) state.set({ ...before, kind })
}
