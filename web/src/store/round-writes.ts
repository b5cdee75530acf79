import type { Rows } from '#core/library/library.ts'
import type { DeviceCopy } from './device-copy.ts'
import type { SyncPosition } from './position.ts'
import type { RejectedRow } from './local-database.ts'

/** All writes that a server response causes on this device, done in one transaction or not at all. */
export type RoundWrites = {
  /** Whether the rows replace all confirmed rows. */
  readonly reset: boolean
  readonly rows: Rows
  /** Sequence numbers of the outbox rows that the server has answered. */
  readonly answered: readonly number[]
  readonly parked: readonly RejectedRow[]
  readonly position: Omit<SyncPosition, 'version' | 'generation'>
}

/**
 * Returns the writes for a response, given the current content of the database; null if another tab has stored
 * something newer, and the request must be repeated.
 */
export type RoundPlan = (copy: DeviceCopy) => RoundWrites | null
