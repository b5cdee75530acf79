import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { USER_ROW_CONDITIONS } from '#server/account/table-ownership.ts'
import type { Tables } from '#server/database/tables.ts'
import { hashRateLimitSubject } from '#server/http/rate-limit.ts'
import { never, type Shop } from '#tests/billing/billing-shop.ts'
import {
  createPiece,
  randomPartId,
  randomPieceId,
  addPracticeEntry,
  syncRound,
} from '#tests/library/library-changes.ts'
import { requestSignInMail, createSignedInBrowser } from '#tests/server/whole-server.ts'

type UserIdentifiers = { id: string; email?: string }

export async function listTables(db: Kysely<Tables>): Promise<{ table: keyof Tables; columns: string[] }[]> {
  const { rows } = await sql<{ table: keyof Tables; columns: string[] }>`
    select t.table_name as "table", array_agg(c.column_name::text) as columns
    from information_schema.tables t
    join information_schema.columns c using (table_schema, table_name)
    where t.table_schema = 'public' and t.table_name not like 'kysely%'
    group by t.table_name order by t.table_name`.execute(db)
  return rows
}

/** Returns for every table the rows that contain the id or address anywhere, as plain text or as a rate limit hash. */
export async function findMentionsOfUser(
  db: Kysely<Tables>,
  user: UserIdentifiers,
): Promise<{ table: keyof Tables; rows: string[] }[]> {
  const identifiers = [user.id, user.email].filter(each => each !== undefined)
  const patterns = [...identifiers, ...identifiers.map(hashRateLimitSubject)].map(each => `%${each}%`)
  const found = []
  for (const { table } of await listTables(db)) {
    // The stand-in for the users' own inboxes.
    if (table === 'mailbox') continue
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(table)} t where t::text like any (${patterns}) order by 1`.execute(
      db,
    )
    found.push({ table, rows: rows.map(({ row }) => row) })
  }
  return found
}

export const countRowsOfUser = async (db: Kysely<Tables>, user: UserIdentifiers) =>
  (await findMentionsOfUser(db, user)).map(({ table, rows }) => ({ table, rows: rows.length }))

/** Returns the tables with rows of a user. Poll it after a deletion, which goes on after the response. */
export const tablesWithRows = async (db: Kysely<Tables>, user: UserIdentifiers) =>
  (await countRowsOfUser(db, user)).filter(({ rows }) => rows > 0)

export const findTablesWithoutRows = (counts: readonly { table: keyof Tables; rows: number }[]) =>
  counts
    .filter(({ table, rows }) => rows === 0 && USER_ROW_CONDITIONS[table] !== null)
    .map(({ table }) => table)

export async function fillEveryTable(shop: Shop) {
  const { aPayer, deliver, eventsOf, first, db } = shop
  const payer = await aPayer()
  for (const event of eventsOf(payer.customer)) await deliver(event)
  const { id, email, browser } = payer
  const [pieceId, partId] = [randomPieceId(), randomPartId()]
  const changes = [createPiece({ pieceId, partIds: [partId] }), addPracticeEntry(pieceId, partId)]
  const round = syncRound(changes)
  const answers = [
    await browser.post('/api/v1/sync', round),
    await browser.post('/api/v1/feedback', { text: 'Thank you', language: 'en', screen: '/account' }),
    await browser.post('/api/v1/events', { events: [{ name: 'add_piece', at: Date.now() }] }),
  ]
  if (answers.some(({ status }) => status >= 300)) never()
  await createSignedInBrowser(first, email)
  await requestSignInMail(first, browser, email)
  const account = { id: randomUUID(), accountId: randomUUID(), providerId: 'google', userId: id }
  await db
    .insertInto('account')
    .values({ ...account, updatedAt: new Date() })
    .execute()
  const picture = { bytes: new Uint8Array([1, 2, 3]), type: 'image/png' } as const
  await db
    .insertInto('avatar')
    .values({ user_id: id, ...picture })
    .execute()
  const cookie = ['dacapo.session_token', browser.cookies.get('dacapo.session_token') ?? never()] as const
  return { ...payer, cookie }
}
