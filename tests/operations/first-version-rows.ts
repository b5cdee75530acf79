import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

const PIECE = '00000000-0000-4000-8000-000000000001'
const PART = 'part-of-first-version'
const day = '2026-01-02T03:04:05.678Z'

/** A row in every table as the first version of Dacapo had them; every migration must bring them along. */
const FIRST_VERSION_ROWS: Record<string, Record<string, unknown>> = {
  user: {
    id: 'kai',
    name: 'Kai',
    email: 'kai@example.org',
    emailVerified: true,
    image: null,
    createdAt: day,
    updatedAt: day,
  },
  session: {
    id: 's',
    expiresAt: day,
    token: 't',
    createdAt: day,
    updatedAt: day,
    ipAddress: null,
    userAgent: 'x',
    userId: 'kai',
  },
  account: { id: 'a', accountId: '1', providerId: 'google', userId: 'kai', createdAt: day, updatedAt: day },
  verification: { id: 'v', identifier: 'i', value: '{}', expiresAt: day, createdAt: day, updatedAt: day },
  sign_in_code: {
    browser_hash: 'b',
    email: 'kai@example.org',
    code_hash: 'c',
    link_identifier: 'i',
    tries: 1,
    expires_at: 1,
    created_at: 1,
  },
  user_revision: { user_id: 'kai', revision: 3, minimum_revision: 1 },
  piece: {
    user_id: 'kai',
    id: PIECE,
    name: 'Gigue',
    importance: 3,
    end_tempo: 120,
    click: null,
    created_at: 1,
    updated_at: 2,
    deleted_at: null,
    name_at: 1,
    importance_at: 1,
    end_tempo_at: 1,
    click_at: 1,
    revision: 1,
  },
  part: {
    user_id: 'kai',
    id: PART,
    piece_id: PIECE,
    name: 'Trio',
    position: 0,
    current_tempo: 80,
    created_at: 1,
    last_practiced: 2,
    deleted_at: null,
    name_at: 1,
    tempo_at: 1,
    revision: 2,
  },
  practice: {
    user_id: 'kai',
    id: PIECE,
    piece_id: PIECE,
    part_id: PART,
    tempo: 90,
    at: 2,
    retracted_at: null,
    revision: 3,
  },
  sync_change: { user_id: 'kai', id: 'change', revision: 3, created_at: 2 },
  subscription: {
    user_id: 'kai',
    id: 'sub',
    status: 'active',
    price_id: 'price',
    current_period_end: 5,
    cancel_at_period_end: false,
    fetched_at: 4,
  },
  rate_limit: { key: 'k', window_start: 1, count: 2 },
  mailbox: { id: 'm', to_address: 'kai@example.org', subject: 's', text: 't', html: 'h', at: 1 },
  feedback: { id: 'f', user_id: 'kai', text: 'Thank you', language: 'en', screen: '/account', created_at: 7 },
  event: { id: 'e', user_id: 'kai', name: 'add_piece', parameters: { tempo: 90 }, at: 1, received_at: 2 },
  job: { name: 'housekeeping', due_at: 1, lease_until: 2, finished_at: 3 },
}

/** Fills the tables of the first migration. Columns that are not named become null, so all with a default are named. */
export async function insertFirstVersionRows(db: Kysely<Tables>): Promise<void> {
  for (const [table, row] of Object.entries(FIRST_VERSION_ROWS)) {
    const name = sql.table(table)
    const values = JSON.stringify(row)
    await sql`insert into ${name} select * from json_populate_record(null::${name}, ${values}::text::json)`.execute(
      db,
    )
  }
}

/** Returns the values of those rows that no longer exist, as `table.column`. */
export async function lostOfFirstVersion(
  db: Kysely<Tables>,
  exceptTables: readonly string[] = [],
): Promise<string[]> {
  const lost: string[] = []
  for (const [table, row] of Object.entries(FIRST_VERSION_ROWS)) {
    if (exceptTables.includes(table)) continue
    const { rows } = await sql<{
      row: Record<string, unknown>
    }>`select to_jsonb(t) as row from ${sql.table(table)} t`.execute(db)
    const found = rows[0]?.row ?? {}
    const same = (one: unknown, other: unknown) =>
      other === day
        ? Date.parse(String(one)) === Date.parse(day)
        : JSON.stringify(one) === JSON.stringify(other)
    for (const [column, value] of Object.entries(row))
      if (rows.length !== 1 || !same(found[column] ?? null, value)) lost.push(`${table}.${column}`)
  }
  return lost
}
