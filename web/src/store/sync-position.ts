import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'

/**
 * State of sync on this device after the last response that was stored, such as the revision up to which it has
 * received rows, the plan and the clock offset.
 */
export type SyncPosition = {
  /** The server revision up to which this device has received pieces and parts. */
  readonly cursor: number
  /** Whether it has had them all; false during the first sync. */
  readonly isLibraryComplete: boolean
  /** The server revision up to which this device has received the log of practice entries. */
  readonly entriesCursor: number
  /** Whether it has had all entries; false while the older history is still on its way. */
  readonly isHistoryComplete: boolean
  /** Id of the server's series of revisions, which changes when the server is restored; null before the first sync. */
  readonly epoch: string | null
  readonly role: StripeRoleOrUnknown
  /** The server's clock minus this device's clock, in milliseconds. */
  readonly clockOffset: number
  /**
   * Incremented by every write except adding a change. A new version tells other tabs that confirmed rows changed or
   * the outbox shrank.
   */
  readonly version: number
  /** Incremented when all confirmed rows were replaced at once. */
  readonly generation: number
  /** Incremented when the outbox has changed in the middle, not only at its ends; absent in older data. */
  readonly outboxRewrites?: number
}

/** The sync position of a device that has never synced and therefore has no rows. */
export const FIRST_SYNC_POSITION: SyncPosition = {
  cursor: 0,
  isLibraryComplete: false,
  entriesCursor: 0,
  isHistoryComplete: false,
  epoch: null,
  role: undefined,
  clockOffset: 0,
  version: 0,
  generation: 0,
}
