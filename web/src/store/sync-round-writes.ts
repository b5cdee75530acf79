import type { Rows } from '#core/library/library.ts'
import type { DeviceCopy } from './device-copy.ts'
import type { SyncPosition } from './sync-position.ts'
import type { RejectedRow } from './local-database.ts'

/** All writes that a sync response causes on this device. They are stored in one transaction. */
export type SyncRoundWrites = {
  /** If true, the rows replace all confirmed rows. */
  readonly reset: boolean
  readonly rows: Rows
  /** Sequence numbers of the outbox rows that the server has answered. */
  readonly answered: readonly number[]
  readonly parked: readonly RejectedRow[]
  readonly position: Omit<SyncPosition, 'version' | 'generation'>
}

/**
 * A function that returns the writes for a response, given the current content of the database. Returns null if
 * another tab has stored something newer; then the request must be repeated.
 */
export type PlanSyncRoundWrites = (copy: DeviceCopy) => SyncRoundWrites | null
