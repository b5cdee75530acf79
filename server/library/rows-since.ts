import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { StripeRole } from '#core/plan/plan.ts'
import type { Tables } from '#server/database/tables.ts'
import { selectLibraryHead, selectLibraryPage } from './select-page.ts'
import type { LibraryHead, LibraryPage } from './select-page.ts'

/**
 * The sync state that a device reports. `epoch` is the id of the database at the device's last sync (null before
 * the first), and `since` and `entriesSince` are the revisions up to which it has pieces and parts, and entries.
 */
export type DeviceSyncState = { epoch: string | null; since: number; entriesSince: number }

/**
 * Loads the first page of the rows that were written after the device's revision. If the device already has the
 * newest revision, returns an empty page without reading rows, because most requests find nothing new (rule LS27).
 */
export async function loadRowsSince(
  db: Kysely<Tables>,
  userId: string,
  device: DeviceSyncState,
): Promise<LibraryPage> {
  if (device.since > 0) {
    const { plan, ...head } = await selectLibraryHead(db, userId)
    if (hasEverything(device, head.revision) && !mustReset(head, device)) return emptyPage(head, plan)
  }
  return loadPageSince(db, userId, device)
}

/**
 * Loads the first page of the rows that were written after the device's revision. If the device's data is outdated
 * or from another database, returns the first page of all rows with `reset` true (rules LS10, LS11, LS12, LS25, LS26).
 */
export async function loadPageSince(
  db: Kysely<Tables>,
  userId: string,
  device: DeviceSyncState,
): Promise<LibraryPage> {
  const page = await selectLibraryPage(db, userId, device)
  const epoch = (await isOfEarlierEpoch(db, page.head, device)) ? page.head.epoch : device.epoch
  if (!mustReset(page.head, { ...device, epoch })) return { ...page.content, reset: false }
  const anew = await selectLibraryPage(db, userId, { since: 0, entriesSince: 0 })
  return { ...anew.content, reset: true }
}

const emptyPage = ({ epoch, revision }: LibraryHead, plan: StripeRole): LibraryPage => ({
  epoch,
  plan,
  reset: false,
  revision,
  more: false,
  rows: { pieces: [], parts: [] },
  entries: [],
  entriesRevision: revision,
  moreEntries: false,
})

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
function mustReset(head: LibraryHead, { epoch, since, entriesSince }: DeviceSyncState): boolean {
  if (epoch === null && since === 0) return false
  return (
    epoch !== head.epoch ||
    Math.max(since, entriesSince) > head.revision ||
    (since > 0 && since < head.minimumRevision)
  )
}

/**
 * Returns true if the device lacks only the newest revision, so that it needs no more rows than those just written. Returns false
 * for a device without data.
 */
export const isOneRevisionBehind = (head: LibraryHead, device: DeviceSyncState): boolean =>
  head.revision > 1 && hasEverything(device, head.revision - 1) && !mustReset(head, device)

const hasEverything = ({ since, entriesSince }: DeviceSyncState, revision: number) =>
  since === revision && entriesSince === revision

/** Loads the current revision of a user's library. Returns 0 if nothing was ever written to the library. */
export async function loadCurrentRevision(db: Kysely<Tables>, userId: string): Promise<number> {
  const row = await db
    .selectFrom('user_revision')
    .select('revision')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.revision ?? 0
}
