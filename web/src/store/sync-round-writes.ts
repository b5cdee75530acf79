import type { Rows } from '#core/library/library.ts'
import type { Practice } from '#core/library/piece.ts'
import type { DeviceCopy } from './device-copy.ts'
import type { SyncPosition } from './sync-position.ts'
import type { RejectedRow } from './local-database.ts'

/** All writes to the local database that follow from a sync response. They are stored in one transaction. */
export type SyncRoundWrites = {
  /**
   * If true, `rows` and `entries` replace everything that this device has received from the server. If false, they are
   * added, and replace only rows with the same ids.
   */
  readonly reset: boolean
  readonly rows: Rows
  /** New and newly retracted practice entries. */
  readonly entries: readonly Practice[]
  /**
   * Entries that the server has taken from this device, but whose place in the log has not come yet. They are stored as this
   * device knows them until it does, so that they stay in the history and can be retracted.
   */
  readonly acknowledged: readonly Practice[]
  /** Sequence numbers of the outbox rows that the server has answered. */
  readonly answered: readonly number[]
  /** The changes that the server has rejected. */
  readonly parked: readonly RejectedRow[]
  readonly position: Omit<SyncPosition, 'version' | 'generation'>
}

/**
 * Function that returns the writes for a sync response, given the current content of the database. Returns null if
 * another tab has stored newer data; the request must then be repeated.
 */
export type PlanSyncRoundWrites = (copy: DeviceCopy) => SyncRoundWrites | null

/**
 * Returns what is stored of an acknowledged entry: the stored one, which may be newer, retracted if this device has
 * retracted it; or its own.
 */
export const acknowledgedEntry = (stored: Practice | undefined, own: Practice): Practice =>
  stored === undefined ? own : { ...stored, retractedAt: stored.retractedAt ?? own.retractedAt }
