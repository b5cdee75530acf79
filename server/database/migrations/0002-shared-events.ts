import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** To whom an event is still to be passed on, because the musician agreed to that (D12); null for nobody. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table event add column share_with text`.execute(db)
  await sql`create index event_share_with on event (received_at) where share_with is not null`.execute(db)
}
