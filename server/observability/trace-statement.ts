import type { LogEvent } from 'kysely'
import { currentSpan, errorKindOf } from './active-span.ts'

/** Length of the SQL in a span, in characters. A page of changes has a placeholder for each of thousands of values. */
const LONGEST_SQL = 1000

/** A text within SQL. Statements of the product have none that somebody wrote; this is a safety net. */
const LITERAL = /'(?:[^']|'')*'/g

/**
 * Records an SQL statement that has just ended as a child of the current span (a timed part of a trace). Records the
 * SQL with placeholders, never with values (rule HT89). Does nothing if there is no current span.
 */
export function traceStatement(event: LogEvent): void {
  const span = currentSpan()
  if (span === null) return
  const sql = event.query.sql.trim().replaceAll(LITERAL, "'?'")
  const operation = operationOf(sql)
  const table = /\b(?:from|into|update) "?(\w+)/i.exec(sql)?.[1]
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    ...(table !== undefined && { 'db.collection.name': table }),
    'db.query.text': sql.slice(0, LONGEST_SQL),
  }
  const name = table === undefined ? operation : `${operation} ${table}`
  span
    .startChild(name, { kind: 'client', attributes, millisecondsAgo: event.queryDurationMillis })
    .end(event.level === 'error' ? { error: errorKindOf(event.error) } : {})
}

/** Returns what a statement does; one that begins with `with` is named by what it changes, or else by SELECT. */
function operationOf(sql: string): string {
  const first = /^\w*/.exec(sql)?.[0].toUpperCase() ?? ''
  return first === 'WITH' ? (CHANGE.exec(sql)?.[1] ?? 'select').toUpperCase() : first
}

const CHANGE = /\(\s*(insert|update|delete)\s/i
