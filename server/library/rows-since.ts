import type { Kysely } from 'kysely'
import { FIRST_BACKFILL, type Backfill } from '#core/protocol/backfill.ts'
import type { Tables } from '#server/database/tables.ts'
import { selectPage } from './select-page.ts'
import type { LibraryHead, LibraryPage } from './select-page.ts'

/** What a device has; `backfill` is null for one that does not know of it (rule SY9). */
export type DeviceReach = { epoch: string | null; since: number; backfill: Backfill | null }

/**
 * The rows written after the device's revision, at most 500 but never a part of a revision. A first sync brings pieces
 * and parts before any practice entry; the room that is left in a page is filled with those. One statement, so that
 * everything is of one moment (rules LS10, LS11, LS12, LS25, LS26).
 */
export async function loadRowsSince(
  db: Kysely<Tables>,
  userId: string,
  device: DeviceReach,
): Promise<LibraryPage> {
  const backfill = device.since === 0 ? firstBackfill(device) : device.backfill
  const page = await selectPage(db, userId, { since: device.since, backfill })
  if (!mustReset(page.head, device)) return { ...page.content, reset: false }
  const anew = await selectPage(db, userId, { since: 0, backfill: firstBackfill(device) })
  return { ...anew.content, reset: true }
}

/** A device that has nothing begins with the library, whatever it says. */
const firstBackfill = ({ backfill }: DeviceReach) => (backfill === null ? null : FIRST_BACKFILL)

/**
 * Is what the device has void? It counts by another epoch, knows revisions that were never given out, or has been
 * away for so long that deletions it never heard of are forgotten.
 */
function mustReset(head: LibraryHead, { epoch, since }: DeviceReach): boolean {
  if (epoch === null && since === 0) return false
  return epoch !== head.epoch || since > head.revision || (since > 0 && since < head.minimumRevision)
}

/** Does the device have every revision but the newest? One that begins does not: it is spared what is deleted. */
export const isOneRevisionBehind = (head: LibraryHead, device: DeviceReach): boolean =>
  device.since > 0 &&
  device.since === head.revision - 1 &&
  (device.backfill === null || isComplete(device.backfill)) &&
  !mustReset(head, device)

const isComplete = ({ library, history }: Backfill) => !library && history === null
