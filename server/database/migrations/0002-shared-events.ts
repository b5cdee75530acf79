import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * Adds a column for the host name of the external server to which an analytics event is forwarded with the user's
 * consent (D12). It is null if the event is not forwarded.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table event add column share_with text`.execute(db)
  await sql`create index event_share_with on event (received_at) where share_with is not null`.execute(db)
}
