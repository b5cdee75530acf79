import type { Kysely } from 'kysely'
import type { Bus } from './bus.ts'
import type { Tables } from './tables.ts'

/** How opening ended: with the database, or with a sentence for whoever started the server. */
export type OpenedDatabase = { kind: 'open'; database: Database } | { kind: 'failed'; message: string }

/** The open database: PostgreSQL, either inside this process (embedded) or somewhere else. */
export type Database = {
  kind: 'embedded' | 'postgres'
  db: Kysely<Tables>
  /** Tells every node when a user's library has changed. */
  bus: Bus
  /** Does it answer, and is it migrated to what this version needs? */
  isReady(): Promise<boolean>
  /** Ends every connection and gives the data folder free. */
  close(): Promise<void>
}
