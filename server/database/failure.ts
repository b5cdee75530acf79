/** What went wrong in the database, as far as it matters to the one who asked. */
export type DatabaseFailure = 'unavailable' | 'conflict' | 'objection'

/**
 * Sorts what a driver threw. 'unavailable': it cannot be reached, is full, starts or stops: ask again later.
 * 'conflict': two transactions stood in each other's way: do it again at once. 'objection': it does not want
 * this very thing, and never will.
 */
export function failureOf(error: unknown): DatabaseFailure {
  const code = codeOf(error)
  if (code === null) return saysConnectionLost(error) ? 'unavailable' : 'objection'
  if (CONFLICTS.has(code)) return 'conflict'
  return UNAVAILABLE.test(code) ? 'unavailable' : 'objection'
}

/** serialization_failure, deadlock_detected; the other codes of class 40 are no better the second time. */
const CONFLICTS: ReadonlySet<string> = new Set(['40001', '40P01'])

// SQLSTATE 08 connection, 25006 read-only after a failover, 53 out of resources, 57 operator intervention,
// 58 system error; and what the operating system calls a connection that is none.
const UNAVAILABLE = /^(08...|25006|53...|57...|58...|E[A-Z_]+)$/

function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null
  if ('code' in error && typeof error.code === 'string') return error.code
  // Node wraps one failure per address of a host.
  return error instanceof AggregateError ? codeOf(error.errors[0]) : null
}

// pg has no codes for its own failures, PGlite none for being closed.
const CONNECTION_LOST = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Cannot use a pool after calling end',
  'PGlite is closed',
  'driver has already been destroyed',
]

const saysConnectionLost = (error: unknown) =>
  error instanceof Error && CONNECTION_LOST.some(words => error.message.includes(words))
