import type { Intention } from '#core/library/change.ts'
import type { Day, Timestamp } from '#core/library/day.ts'
import type { Library } from '#core/library/library.ts'
import type { PartId, Practice, PracticeId } from '#core/library/piece.ts'
import type { RoleOrUnknown, StripeRole } from '#core/plan/plan.ts'
import type { RejectionCode } from '#core/protocol/problem.ts'
import type { TimedEntry } from '#core/timed-session/usual-minutes.ts'
import type { RoundPlan } from './round-writes.ts'
import type { DeviceCopy } from './device-copy.ts'
import type { RejectedRow } from './local-database.ts'
import type { EntriesBetween } from './entries-between.ts'
import type { DeviceCalendar } from './practice-days.ts'
import type { ReadablePractice } from './stored-history.ts'
import { createObservable, type Observable } from '#web/concurrency/observable.ts'
import type { Queue } from './queue.ts'

/**
 * Result of storing a change: 'saved' only after the transaction has committed; 'failed' if this device cannot store.
 */
export type RecordResult = { kind: 'saved' } | { kind: 'refused'; code: RejectionCode } | { kind: 'failed' }

/** The user who owns the database, as the server last reported, so that the app opens without a request. */
export type Profile = {
  readonly id: string
  readonly name: string | null
  readonly email: string
  readonly image: string | null
}

/** A persisted profile, and whether and why its session had ended at the last response. */
export type PersistedProfile = {
  readonly profile: Profile
  readonly expired: boolean
  readonly ended: string | null
}

/** Keys of the persisted screen state outside the library, whose loss would lose no music (D21). */
export type PersistedName =
  | 'session'
  | 'profile'
  | 'avatar'
  | 'last-event'
  | 'install-hint'
  | 'storage-asked'
  | 'analytics-consent'
  | 'sound'
  | 'trainer'
  | 'pedal'
  | 'pieces order'
  | 'session minutes'
  | 'not today'
  | `draft ${string}`

/** Options for recording changes. */
export type RecordOptions = {
  /** When each intention was first carried out, in server time; null or undefined means now. */
  readonly times?: readonly (Timestamp | null)[]
  /** A value to persist under a name if the changes are stored (rule ST22). */
  readonly persisted?: { readonly name: PersistedName; readonly value: unknown }
}

/** One user's open library on this device, independent of how it is stored. */
export type OpenStore = {
  readonly userId: string
  /** This tab's in-memory copy of the database. */
  readonly copy: Observable<DeviceCopy>
  /** Stores all intentions and the persisted value in one transaction, or nothing. Never rejects. */
  record(intentions: readonly Intention[], along?: RecordOptions): Promise<RecordResult>
  /** Reads what other tabs have written. Never rejects. */
  refresh(): Promise<void>
  /** Returns the library with its whole practice history, which the copy does not hold; null if it cannot be read. */
  readHistory(): Promise<Library | null>
  /** Returns the number of practice entries; 0 if they cannot be read. */
  countEntries(): Promise<number>
  /** Returns the practice entries with these ids that the server has; none if they cannot be read. */
  readEntries(ids: readonly PracticeId[]): Promise<readonly Practice[]>
  /**
   * Reads what `work` asks of the practice entries on the disk, in one transaction; null if they cannot be read. What
   * waits to be sent is not among them (rule ST33).
   */
  readPractice<T>(work: (practice: ReadablePractice) => Promise<T>): Promise<T | null>
  /** Returns the days with practice, each once, in any order; null if they cannot be read (rule ST31). */
  readPracticeDays(calendar: DeviceCalendar): Promise<readonly Day[] | null>
  /** Returns the newest entries of parts whose time was counted; null if they cannot be read (rule ST35). */
  readTimedEntries(parts: readonly PartId[]): Promise<ReadonlyMap<PartId, readonly TimedEntry[]> | null>
  /** Returns the practice entries from a time to before another; null if they cannot be read (rule ST32). */
  readEntriesBetween(from: Timestamp, until: Timestamp): Promise<EntriesBetween | null>
  /** Applies a server response, based on the current content of the database, in one transaction. */
  applyRound(plan: RoundPlan): Promise<'taken' | 'stale' | 'failed'>
  /** Stores a plan received outside a sync round. Resolves to whether it is on disk. Never rejects. */
  saveRole(role: StripeRole): Promise<boolean>
  /** Returns the changes that the server rejected, with its reasons. Never rejects. */
  rejectedChanges(): Promise<RejectedRow[]>
  /** Queues rejected changes again with the same ids. Resolves to whether that is on disk, as do the next two. */
  retry(rows: readonly RejectedRow[]): Promise<boolean>
  /** Deletes rejected changes. */
  discard(rows: readonly RejectedRow[]): Promise<boolean>
  /** Restores discarded changes. */
  restore(rows: readonly RejectedRow[]): Promise<boolean>
  /** Reads a persisted value, which any version may have written; null if there is none. Never rejects. */
  readPersisted(name: PersistedName): Promise<unknown>
  /**
   * Persists a value, replacing the previous one; null deletes it. Resolves to whether it is on disk. Never rejects.
   */
  persist(name: PersistedName, value: unknown): Promise<boolean>
  /** Feedback messages that have not been sent. */
  readonly feedbackQueue: Queue
  /** Analytics events that have not been sent. */
  readonly eventQueue: Queue
  close(): void
}

/**
 * Loading until the database has been read and a first sync has brought all pieces and parts; failed if this browser
 * offers no database; never-synced if that sync has failed, so that the library is not known (rules ST17, ST28).
 */
export type LibraryState =
  | { kind: 'loading' }
  /** Without a complete history, practice entries are still being fetched. */
  | { kind: 'ready'; library: Library; isHistoryComplete: boolean }
  | { kind: 'never-synced'; because: 'offline' | 'signed-out' | 'update-needed'; library: Library }
  | { kind: 'failed' }

// One user at a time uses this page. Users of these observables do not depend on IndexedDB, so its code is loaded only
// if somebody is signed in (open-store.ts).
/** The open store of the signed-in user; null until it is open, and when nobody is signed in. */
export const currentStore = createObservable<OpenStore | null>(null)
/** The library as screens read it. */
export const libraryState = createObservable<LibraryState>({ kind: 'loading' })
/** The plan as the server last reported it; undefined until then. */
export const lastReportedRole = createObservable<RoleOrUnknown>(undefined)
