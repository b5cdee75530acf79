import type { Kysely } from 'kysely'
import type { RevisionBus } from './revision-bus.ts'
import type { Tables } from './tables.ts'

export type QueueLoad = { running: number; waiting: number }

export type OpenDatabaseResult =
  | { kind: 'open'; database: Database }
  | { kind: 'failed'; message: string; isUnavailable?: boolean }

export type Database = {
  kind: 'embedded' | 'postgres'
  db: Kysely<Tables>
  bus: RevisionBus
  isReady(): Promise<boolean>
  /** Returns null for an embedded database. */
  load(): QueueLoad | null
  /** Returns a tar.gz of an embedded database's files. Missing for PostgreSQL, which has tools of its own. */
  dump?(): Promise<Blob>
  close(): Promise<void>
}

export type DatabaseErrorRetryKind = 'unavailable' | 'conflict' | 'statement-error'

/** `code` is as in PostgreSQL's errors: '08003' without a connection, '25006' for a read-only database. */
export class UnusableConnectionError extends Error {
  readonly code: '08003' | '25006'

  constructor(code: UnusableConnectionError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** Retry 'conflict' at once and 'unavailable' later. A 'statement-error' would happen again. */
export function classifyDatabaseError(error: unknown): DatabaseErrorRetryKind {
  const code = errorCode(error)
  if (code === null) return isConnectionLostMessage(error) ? 'unavailable' : 'statement-error'
  if (CONFLICTS.has(code)) return 'conflict'
  return UNAVAILABLE.test(code) ? 'unavailable' : 'statement-error'
}

/** The SQLSTATE codes of serialization_failure and deadlock_detected. */
const CONFLICTS: ReadonlySet<string> = new Set(['40001', '40P01'])

// SQLSTATE 08 connection, 25006 read-only after a failover, 53 out of resources, 57 operator intervention, 58 system
// error; and the operating system's codes for a lost connection, but not Node's own ERR_… for a fault in our code.
const UNAVAILABLE = /^(08...|25006|53...|57...|58...|E(?!RR_)[A-Z_]+)$/

function errorCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null
  if ('code' in error && typeof error.code === 'string') return error.code
  // Node wraps one error per address of a host.
  return error instanceof AggregateError ? errorCode(error.errors[0]) : null
}

// Messages, because pg has no codes for its own errors and PGlite has none for a closed database.
const CONNECTION_LOST = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Client has encountered a connection error',
  'Cannot use a pool after calling end',
  'PGlite is closed',
  'driver has already been destroyed',
]

const isConnectionLostMessage = (error: unknown) =>
  error instanceof Error && CONNECTION_LOST.some(words => error.message.includes(words))
