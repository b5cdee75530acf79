import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'
import { FULL_BACKFILL, NO_BACKFILL, type Backfill, type HistoryGap } from '#core/protocol/backfill.ts'

/**
 * State of sync on this device after the last response that was stored, such as the revision up to which it has
 * received rows, the plan and the clock offset.
 */
export type SyncPosition = {
  /** The server revision up to which this device has received rows. */
  readonly cursor: number
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
  /** The rows below the cursor that are still missing; absent in older data. */
  readonly backfill?: Backfill
}

/**
 * Returns a description of the older rows that this device still lacks (the backfill). The next sync request asks the
 * server for them. If the position contains no backfill, all rows are missing before the first sync, and none after it
 * (rule SN22).
 */
export const requestedBackfill = ({
  cursor,
  backfill,
}: Pick<SyncPosition, 'cursor' | 'backfill'>): Backfill =>
  backfill ?? (cursor === 0 ? FULL_BACKFILL : NO_BACKFILL)

/**
 * Compares two sync positions and returns the range of revisions whose practice entries this device has downloaded in
 * between. Returns null if nothing was missing or nothing was downloaded.
 */
export function newlyReceivedHistory(before: SyncPosition, now: SyncPosition): HistoryGap | null {
  const missing = requestedBackfill(before).history
  if (missing === null) return null
  const until = Math.min(requestedBackfill(now).history?.since ?? missing.until, missing.until)
  return missing.since < until ? { since: missing.since, until } : null
}

/** The sync position of a device that has never synced and therefore has no rows. */
export const FIRST_SYNC_POSITION: SyncPosition = {
  cursor: 0,
  epoch: null,
  role: undefined,
  clockOffset: 0,
  version: 0,
  generation: 0,
}
