import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { EXPORT_FORMAT, EXPORT_VERSION } from '#core/import-export/export-format.ts'
import type { ExportDocument, ExportedPart, ExportedPiece } from '#core/import-export/export-format.ts'
import type { Pace } from '#server/database/statements.ts'
import type { Tables } from '#server/database/tables.ts'
import { partsQuery, piecesQuery, practiceQuery } from '#server/library/library-rows.ts'

/**
 * The data of an export except practice entries and analytics events, which are loaded in pages because their number
 * is unlimited.
 */
export type ExportWithoutLists = Omit<ExportDocument, 'practice' | 'events'>
/** An analytics event as an export file contains it. */
export type ExportedEvent = ExportDocument['events'][number]

/** Rows per statement. An embedded database serves nobody else during a statement. */
const PAGE_SIZE = 200

/** Loads the data of an export except practice entries and analytics events. Returns null if the user was deleted. */
export async function loadExportWithoutLists(
  db: Kysely<Tables>,
  userId: string,
  exportedAt: number,
  pace: Pace,
): Promise<ExportWithoutLists | null> {
  const user = await db
    .selectFrom('user')
    .select(['id', 'name', 'email', 'emailVerified', 'image', 'createdAt'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user === undefined) return null
  const billing = await db
    .selectFrom('billing_account')
    .select('customer_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const pieces = await loadAllRows(pace, after =>
    piecesQuery(db, userId).where('id', '>', after).orderBy('id').limit(PAGE_SIZE).execute(),
  )
  const parts = await loadAllRows(pace, after =>
    partsQuery(db, userId).where('id', '>', after).orderBy('id').limit(PAGE_SIZE).execute(),
  )
  return {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    exportedAt,
    profile: { ...user, picture: await loadPicture(db, userId), createdAt: user.createdAt.getTime() },
    signInMethods: await loadSignInMethods(db, userId),
    devices: await loadDevices(db, userId),
    customerId: billing?.customer_id ?? null,
    subscriptions: await loadSubscriptions(db, userId),
    feedback: await loadFeedback(db, userId),
    pieces: pieces
      .map(piece => withoutRevision({ ...piece, click: piece.click && { ...piece.click } }))
      .toSorted(byCreation),
    parts: parts.map(withoutRevision).toSorted(byPosition),
  }
}

/** Loads all pieces or parts. They fit into memory (rule LS24), but are still read in pages. */
async function loadAllRows<Row extends { id: string }>(
  pace: Pace,
  pageAfter: (id: string) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (;;) {
    const page = await pace(() => pageAfter(rows.at(-1)?.id ?? ''))
    rows.push(...page)
    if (page.length < PAGE_SIZE) return rows
  }
}

const byCreation = (one: ExportedPiece, other: ExportedPiece) =>
  one.createdAt - other.createdAt || compare(one.id, other.id)

const byPosition = (one: ExportedPart, other: ExportedPart) =>
  compare(one.pieceId, other.pieceId) || one.position - other.position || compare(one.id, other.id)

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Removes the revision, which means nothing outside this server. */
function withoutRevision<Row extends { revision: number }>(row: Row): Omit<Row, 'revision'> {
  const { revision, ...rest } = row
  void revision
  return rest
}

/**
 * Yields the practice entries of a user in arrays of at most 200, in the order in which the server received them.
 * Includes the entries that the user has retracted.
 */
export const exportPracticePages = (db: Kysely<Tables>, userId: string, pace: Pace) =>
  readPages(
    pace,
    async (after: { revision: number; at: number; id: string } | null) =>
      practiceQuery(db, userId)
        // The index finds the revision. Within a revision, entries that were already read are skipped.
        .$if(after !== null, entries => entries.where('revision', '>=', after?.revision ?? 0))
        .$if(after !== null, entries =>
          entries.where(
            sql<boolean>`(revision, at, id) > (${after?.revision}::bigint, ${after?.at}::bigint, ${after?.id}::text)`,
          ),
        )
        .orderBy('revision')
        .orderBy('at')
        .orderBy('id')
        .limit(PAGE_SIZE)
        .execute(),
    withoutRevision,
  )

/** Yields the analytics events of a user in arrays of at most 200, oldest first. */
export const exportEventPages = (db: Kysely<Tables>, userId: string, pace: Pace) =>
  readPages(
    pace,
    async (after: { at: number; id: string } | null) =>
      db
        .selectFrom('event')
        .select(['id', 'name', 'parameters', 'at'])
        .where('user_id', '=', userId)
        .$if(after !== null, events =>
          events.where(sql<boolean>`(at, id) > (${after?.at}::bigint, ${after?.id}::text)`),
        )
        .orderBy('at')
        .orderBy('id')
        .limit(PAGE_SIZE)
        .execute(),
    event => event,
  )

/**
 * Yields a long list in pages. Each page is a statement of its own that starts after the previous page's last row, so
 * no transaction stays open.
 */
async function* readPages<Row, Exported>(
  pace: Pace,
  pageAfter: (last: Row | null) => Promise<readonly Row[]>,
  exported: (row: Row) => Exported,
): AsyncGenerator<readonly Exported[]> {
  let last: Row | null = null
  for (;;) {
    const after: Row | null = last
    const rows: readonly Row[] = await pace(() => pageAfter(after))
    last = rows.at(-1) ?? null
    if (rows.length > 0) yield rows.map(exported)
    if (rows.length < PAGE_SIZE) return
  }
}

async function loadPicture(
  db: Kysely<Tables>,
  userId: string,
): Promise<ExportDocument['profile']['picture']> {
  const avatar = await db
    .selectFrom('avatar')
    .select(['type', 'bytes'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return avatar === undefined
    ? null
    : { type: avatar.type, base64: Buffer.from(avatar.bytes).toString('base64') }
}

async function loadSignInMethods(
  db: Kysely<Tables>,
  userId: string,
): Promise<ExportDocument['signInMethods']> {
  const rows = await db
    .selectFrom('account')
    .select(['providerId', 'accountId', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  return rows.map(row => ({
    provider: row.providerId,
    accountId: row.accountId,
    since: row.createdAt.getTime(),
  }))
}

async function loadDevices(db: Kysely<Tables>, userId: string): Promise<ExportDocument['devices']> {
  const rows = await db
    .selectFrom('session')
    .select(['createdAt', 'updatedAt', 'expiresAt', 'ipAddress', 'userAgent'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  return rows.map(({ createdAt, updatedAt, expiresAt, ipAddress, userAgent }) => ({
    signedInAt: createdAt.getTime(),
    lastUsedAt: updatedAt.getTime(),
    expiresAt: expiresAt.getTime(),
    ipAddress,
    userAgent,
  }))
}

const loadSubscriptions = (db: Kysely<Tables>, userId: string): Promise<ExportDocument['subscriptions']> =>
  db
    .selectFrom('subscription')
    .select([
      'id',
      'status',
      'current_period_end as currentPeriodEnd',
      'cancel_at_period_end as cancelAtPeriodEnd',
    ])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

const loadFeedback = (db: Kysely<Tables>, userId: string): Promise<ExportDocument['feedback']> =>
  db
    .selectFrom('feedback')
    .select(['id', 'text', 'language', 'screen', 'kind', 'written_at as writtenAt'])
    .where('user_id', '=', userId)
    .orderBy('written_at')
    .orderBy('id')
    .execute()
