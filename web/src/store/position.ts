import type { RoleOrUnknown } from '#core/plan/plan.ts'
import { FIRST_BACKFILL, NO_BACKFILL, type Backfill, type HistoryGap } from '#core/protocol/backfill.ts'

/** What this device knows of the server, stored in one piece with every answer. */
export type SyncPosition = {
  /** The revision this device has. */
  readonly cursor: number
  readonly epoch: string | null
  readonly role: RoleOrUnknown
  /** Milliseconds this device's clock is behind the server's. */
  readonly clockOffset: number
  /** Goes up with every write but an added change: tells another tab that confirmed rows or the outbox shrank. */
  readonly version: number
  /** Goes up when the confirmed rows were replaced as a whole. */
  readonly generation: number
  /** Goes up when the outbox has changed elsewhere than at its two ends; absent in what earlier versions stored. */
  readonly outboxRewrites?: number
  /** What is missing up to the cursor; absent in what earlier versions stored, which fetched everything in order. */
  readonly backfill?: Backfill
  /** The newest version of changes that the server knew when it last answered; absent for 1. */
  readonly forms?: number
  /** The version of changes of which all confirmed rows have every field; absent for 1 (rule SN24). */
  readonly rowForms?: number
}

/** Returns what this device lacks up to its cursor (rule SN22). */
export const backfillOf = ({ cursor, backfill }: Pick<SyncPosition, 'cursor' | 'backfill'>): Backfill =>
  backfill ?? (cursor === 0 ? FIRST_BACKFILL : NO_BACKFILL)

/** Returns which practice entries up to the cursor of `before` have come since; null if none. */
export function receivedHistory(before: SyncPosition, now: SyncPosition): HistoryGap | null {
  const missing = backfillOf(before).history
  if (missing === null) return null
  const until = Math.min(backfillOf(now).history?.since ?? missing.until, missing.until)
  return missing.since < until ? { since: missing.since, until } : null
}

/** The position of a device that has never synced. */
export const FIRST_POSITION: SyncPosition = {
  cursor: 0,
  epoch: null,
  role: undefined,
  clockOffset: 0,
  version: 0,
  generation: 0,
}
