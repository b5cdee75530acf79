import { sql, type Kysely } from 'kysely'
import { EXPORT_FORMAT_NAME, EXPORT_VERSION, type ExportDocument } from '#core/import-export/export-format.ts'
import type { Part, Piece, PracticeEntry } from '#core/library/piece.ts'
import type { RunThenPause } from '#server/database/statements.ts'
import type { Tables } from '#server/database/tables.ts'
import { buildPartQuery, buildPieceQuery, buildPracticeQuery } from '#server/library/library-rows.ts'

export type ExportedUsageEvent = ExportDocument['events'][number]

export type PagedExportLists = {
  practice: AsyncIterable<readonly PracticeEntry[]>
  events: AsyncIterable<readonly ExportedUsageEvent[]>
}

export type ExportWithoutPagedLists = Omit<ExportDocument, keyof PagedExportLists | 'pieces' | 'parts'> & {
  pieces: readonly Piece[]
  parts: readonly Part[]
}

export type ExportReadContext = {
  db: Kysely<Tables>
  userId: string
  pace: RunThenPause
  signal: AbortSignal
}

/** The number is small, because an embedded database serves no other request during a statement. */
const PAGE_SIZE = 200

export async function loadUnpagedExport(
  run: ExportReadContext,
  exportedAt: number,
): Promise<ExportWithoutPagedLists | null> {
  const { db, userId } = run
  const user = await db
    .selectFrom('user')
    .select(['id', 'name', 'email', 'emailVerified', 'image', millisecondsOf('createdAt').as('createdAt')])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user === undefined) return null
  const avatar = await db.selectFrom('avatar').selectAll().where('user_id', '=', userId).executeTakeFirst()
  const billing = await db
    .selectFrom('billing_account')
    .select('customer_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const picture = avatar && { type: avatar.type, base64: Buffer.from(avatar.bytes).toString('base64') }
  const pieces = readPages<Piece>(run, last =>
    buildPieceQuery(db, userId)
      .where('id', '>', last?.id ?? '')
      .orderBy('id'),
  )
  const parts = readPages<Part>(run, last =>
    buildPartQuery(db, userId)
      .where('id', '>', last?.id ?? '')
      .orderBy('id'),
  )
  return {
    format: EXPORT_FORMAT_NAME,
    version: EXPORT_VERSION,
    exportedAt,
    profile: { ...user, picture: picture ?? null },
    signInMethods: await db
      .selectFrom('account')
      .select(['providerId as provider', 'accountId', millisecondsOf('createdAt').as('since')])
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .execute(),
    devices: await db
      .selectFrom('session')
      .select([
        millisecondsOf('createdAt').as('signedInAt'),
        millisecondsOf('updatedAt').as('lastUsedAt'),
        millisecondsOf('expiresAt').as('expiresAt'),
        'ipAddress',
        'userAgent',
      ])
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .execute(),
    customerId: billing?.customer_id ?? null,
    subscriptions: await db
      .selectFrom('subscription')
      .select([
        'id',
        'status',
        'current_period_end as currentPeriodEnd',
        'cancel_at_period_end as cancelAtPeriodEnd',
      ])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    feedback: await db
      .selectFrom('feedback')
      .select(['id', 'text', 'language', 'screen', 'kind', 'written_at as writtenAt'])
      .where('user_id', '=', userId)
      .orderBy('written_at')
      .execute(),
    pieces: (await collect(pieces)).toSorted((one, other) => one.createdAt - other.createdAt),
    parts: (await collect(parts)).toSorted((one, other) => one.position - other.position),
  }
}

const millisecondsOf = (column: string) =>
  sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`

export const readPagedExportLists = (run: ExportReadContext): PagedExportLists => ({
  practice: readPages<PracticeEntry & { revision: number }>(run, last =>
    buildPracticeQuery(run.db, run.userId)
      .where(
        sql<boolean>`(revision, at, id) > (${last?.revision ?? 0}::bigint, ${last?.at ?? 0}::bigint, ${last?.id ?? ''}::text)`,
      )
      .orderBy('revision')
      .orderBy('at')
      .orderBy('id'),
  ),
  events: readPages<ExportedUsageEvent>(run, last =>
    run.db
      .selectFrom('event')
      .select(['id', 'name', 'parameters', 'at'])
      .where('user_id', '=', run.userId)
      .where(sql<boolean>`(at, id) > (${last?.at ?? 0}::bigint, ${last?.id ?? ''}::text)`)
      .orderBy('at')
      .orderBy('id'),
  ),
})

async function* readPages<Row>(
  { pace, signal }: ExportReadContext,
  queryAfter: (last: Row | undefined) => { limit: (rows: number) => { execute: () => Promise<Row[]> } },
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined
  while (!signal.aborted) {
    const query = queryAfter(last).limit(PAGE_SIZE)
    const rows = await pace(() => query.execute())
    if (rows.length > 0) yield rows
    if (rows.length < PAGE_SIZE) return
    last = rows.at(-1)
  }
}

async function collect<Row>(pages: AsyncIterable<readonly Row[]>): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of pages) rows.push(...page)
  return rows
}
