import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { FULL_BACKFILL, type Backfill } from '#core/protocol/backfill.ts'
import type { StripeRole } from '#core/plan/plan.ts'
import type { Tables } from '#server/database/tables.ts'
import { selectLibraryHead, selectLibraryPage } from './select-page.ts'
import type { LibraryHead, LibraryPage } from './select-page.ts'

/**
 * The sync state that a device reports. `epoch` is the id of the database at the device's last sync (null before
 * the first), and `since` the last revision that the device has. `backfill` says which older rows it still lacks,
 * and is null if the app version does not support it (rule SY9).
 */
export type DeviceSyncState = { epoch: string | null; since: number; backfill: Backfill | null }

/**
 * Loads the first page of the rows that were written after the device's revision. If the device already has the
 * newest revision, returns an empty page without reading rows, because most requests find nothing new (rule LS27).
 */
export async function loadRowsSince(
  db: Kysely<Tables>,
  userId: string,
  device: DeviceSyncState,
): Promise<LibraryPage> {
  if (hasCompleteRows(device)) {
    const { plan, ...head } = await selectLibraryHead(db, userId)
    if (device.since === head.revision && !mustReset(head, device)) return emptyPage(head, plan, device)
  }
  return loadPageSince(db, userId, device)
}

/**
 * Loads the first page of the rows that were written after the device's revision. If the device's data is outdated
 * or from another database, returns the first page of all rows with `reset` true. A page has at most 500 rows, or
 * more if a single revision has more, because a revision is never split. A first sync gets pieces and parts before
 * practice entries (rules LS10, LS11, LS12, LS25, LS26).
 */
export async function loadPageSince(
  db: Kysely<Tables>,
  userId: string,
  device: DeviceSyncState,
): Promise<LibraryPage> {
  const backfill = device.since === 0 ? firstBackfill(device) : device.backfill
  const page = await selectLibraryPage(db, userId, { since: device.since, backfill })
  const epoch = (await isOfEarlierEpoch(db, page.head, device)) ? page.head.epoch : device.epoch
  if (!mustReset(page.head, { ...device, epoch })) return { ...page.content, reset: false }
  const anew = await selectLibraryPage(db, userId, { since: 0, backfill: firstBackfill(device) })
  return { ...anew.content, reset: true }
}

const emptyPage = ({ epoch, revision }: LibraryHead, plan: StripeRole, { backfill }: DeviceSyncState) => ({
  epoch,
  plan,
  reset: false,
  revision,
  more: false,
  rows: { pieces: [], parts: [], practice: [] },
  ...(backfill !== null && { backfill }),
})

/** A device that has nothing begins with the library, whatever it says. */
const firstBackfill = ({ backfill }: DeviceSyncState) => (backfill === null ? null : FULL_BACKFILL)

/** Has the device synced under an epoch that the database had before, and may go on (rule LS30)? */
async function isOfEarlierEpoch(
  db: Kysely<Tables>,
  head: LibraryHead,
  { epoch }: DeviceSyncState,
): Promise<boolean> {
  if (epoch === null || epoch === head.epoch) return false
  const known = db.selectFrom('library_epoch').where(sql<boolean>`${epoch} = any(earlier)`)
  return (await known.select('epoch').executeTakeFirst()) !== undefined
}

/**
 * Is what the device has void? It counts by another epoch, knows revisions that were never given out, or has been
 * away for so long that deletions it never heard of are forgotten.
 */
function mustReset(head: LibraryHead, { epoch, since }: DeviceSyncState): boolean {
  if (epoch === null && since === 0) return false
  return epoch !== head.epoch || since > head.revision || (since > 0 && since < head.minimumRevision)
}

/**
 * Returns true if the device lacks only the newest revision, so that it needs no more rows than those just written. Returns false
 * for a device without data.
 */
export const isOneRevisionBehind = (head: LibraryHead, device: DeviceSyncState): boolean =>
  hasCompleteRows(device) && device.since === head.revision - 1 && !mustReset(head, device)

/** Returns true if a device lacks nothing up to its revision. */
const hasCompleteRows = ({ since, backfill }: DeviceSyncState) =>
  since > 0 && (backfill === null || isComplete(backfill))

const isComplete = ({ library, history }: Backfill) => !library && history === null
