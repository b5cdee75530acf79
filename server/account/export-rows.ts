import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { EXPORT_FORMAT, EXPORT_VERSION } from '#core/export-format.ts'
import type { Export, ExportedPractice } from '#core/export-format.ts'
import type { Tables } from '#server/database/tables.ts'
import { partsOf, piecesOf } from '#server/library/library-rows.ts'

/** Whatever of a user stays small, however long somebody practices. */
export type Head = Omit<Export, 'practice' | 'events'>
export type ExportedEvent = Export['events'][number]

/** So many rows at a time: an embedded database does nothing else meanwhile. */
const ROWS_AT_ONCE = 1000

/** Everything but the two long lists; null for a user who is gone. Run it where the lists are read as well. */
export async function headOfExport(
  db: Kysely<Tables>,
  userId: string,
  exportedAt: number,
): Promise<Head | null> {
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
  const pieces = await piecesOf(db, userId).orderBy('created_at').orderBy('id').execute()
  const parts = await partsOf(db, userId).orderBy('piece_id').orderBy('position').orderBy('id').execute()
  return {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    exportedAt,
    profile: { ...user, picture: await pictureOf(db, userId), createdAt: user.createdAt.getTime() },
    signInMethods: await signInMethodsOf(db, userId),
    devices: await devicesOf(db, userId),
    customerId: billing?.customer_id ?? null,
    subscriptions: await subscriptionsOf(db, userId),
    feedback: await feedbackOf(db, userId),
    pieces: pieces.map(piece => withoutRevision({ ...piece, click: piece.click && { ...piece.click } })),
    parts: parts.map(withoutRevision),
  }
}

/** The number a row came with means nothing outside this server. */
function withoutRevision<Row extends { revision: number }>(row: Row): Omit<Row, 'revision'> {
  const { revision, ...rest } = row
  void revision
  return rest
}

/** The user's practice entries, taken back or not, the oldest first. */
export const practicePages = (db: Kysely<Tables>, userId: string) =>
  pages<ExportedPractice>(
    db,
    sql`select id, piece_id as "pieceId", part_id as "partId", tempo, at, retracted_at as "retractedAt"
      from practice where user_id = ${userId} order by at, id`,
  )

/** What was counted of the user, the oldest first. */
export const eventPages = (db: Kysely<Tables>, userId: string) =>
  pages<ExportedEvent>(
    db,
    sql`select id, name, parameters, at from event where user_id = ${userId} order by at, id`,
  )

/** A long answer in pages; the database keeps its place, so that every row is sorted and read once. */
async function* pages<Row>(
  db: Kysely<Tables>,
  query: ReturnType<typeof sql>,
): AsyncGenerator<readonly Row[]> {
  await sql`declare export_rows no scroll cursor for ${query}`.execute(db)
  const next = sql<Row>`fetch ${sql.lit(ROWS_AT_ONCE)} from export_rows`
  for (;;) {
    const { rows } = await next.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_AT_ONCE) break
  }
  await sql`close export_rows`.execute(db)
}

async function pictureOf(db: Kysely<Tables>, userId: string): Promise<Export['profile']['picture']> {
  const avatar = await db
    .selectFrom('avatar')
    .select(['type', 'bytes'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return avatar === undefined
    ? null
    : { type: avatar.type, base64: Buffer.from(avatar.bytes).toString('base64') }
}

async function signInMethodsOf(db: Kysely<Tables>, userId: string): Promise<Export['signInMethods']> {
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

async function devicesOf(db: Kysely<Tables>, userId: string): Promise<Export['devices']> {
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

const subscriptionsOf = (db: Kysely<Tables>, userId: string): Promise<Export['subscriptions']> =>
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

const feedbackOf = (db: Kysely<Tables>, userId: string): Promise<Export['feedback']> =>
  db
    .selectFrom('feedback')
    .select(['id', 'text', 'language', 'screen', 'kind', 'written_at as writtenAt'])
    .where('user_id', '=', userId)
    .orderBy('written_at')
    .orderBy('id')
    .execute()
