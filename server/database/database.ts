import type { Kysely } from 'kysely'
import type { RevisionBus } from './revision-bus.ts'
import type { Tables } from './tables.ts'

/** The number of connections or places in use, and of those who wait for one. */
export type QueueLoad = { running: number; waiting: number }

/**
 * An open database, or an error message for the operator if it could not be opened. `isUnavailable` is true if the same
 * settings may work later, for example because PostgreSQL is starting.
 */
export type OpenedDatabase =
  | { kind: 'open'; database: Database }
  | { kind: 'failed'; message: string; isUnavailable?: boolean }

/** An open PostgreSQL database: either embedded in this process or on a server. */
export type Database = {
  kind: 'embedded' | 'postgres'
  db: Kysely<Tables>
  /** Tells every server process when a user's library has changed. */
  bus: RevisionBus
  /** Returns true if the database answers and has all migrations of this version. */
  isReady(): Promise<boolean>
  /** Returns how many connections are in use and how many requests wait for one; null for an embedded database. */
  load(): QueueLoad | null
  /**
   * Returns the files of the embedded database as a tar.gz, with every commit so far: they are read between two
   * statements, and recovered when they are opened. Missing for PostgreSQL, which has tools of its own.
   */
  dump?(): Promise<Blob>
  /** Closes every connection and releases the data folder. */
  close(): Promise<void>
}
