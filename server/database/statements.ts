import { setTimeout as pause } from 'node:timers/promises'
import { sql, type CompiledQuery, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import { classifyDatabaseError } from './database.ts'
import type { Tables } from './tables.ts'

const MAX_ATTEMPTS = 5
const MIN_PAUSE_MILLISECONDS = 10

/** `work` may run several times, so it must have no side effects outside the database. */
export async function runTransactionWithRetry<T>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (classifyDatabaseError(error) !== 'conflict' || tries === MAX_ATTEMPTS) throw error
      await pause(MIN_PAUSE_MILLISECONDS * 2 ** tries * Math.random())
    }
  }
}

/** Creates an SQL placeholder, whose value `read` takes from the input each time the statement runs. */
export type CreatePlaceholder<Input> = <Value>(read: (input: Input) => Value) => RawBuilder<Value>

/** Calls `build` once per set of flags, so it may read input only through `valueOf` (decision 0073). */
export function createCompiledStatement<Shape extends Readonly<Record<string, boolean>>, Input, Row>(
  build: (shape: Shape, valueOf: CreatePlaceholder<Input>, db: Kysely<Tables>) => RawBuilder<Row>,
): (db: Kysely<Tables>, shape: Shape, input: Input) => Promise<Row[]> {
  const valueOf: CreatePlaceholder<Input> = <Value>(read: (input: Input) => Value) =>
    sql<Value>`${new Place(read)}`
  const compiled = new Map<string, CompiledQuery<Row>>()

  function statementOf(db: Kysely<Tables>, shape: Shape): CompiledQuery<Row> {
    const key = Object.values(shape).join()
    const known = compiled.get(key)
    if (known !== undefined) return known
    const statement = build(shape, valueOf, db).compile(db)
    compiled.set(key, statement)
    return statement
  }

  return async (db, shape, input) => {
    const statement = statementOf(db, shape)
    const values = statement.parameters.map(value =>
      value instanceof Place ? (value as Place<Input>).read(input) : value,
    )
    const { rows } = await db.executeQuery<Row>({ ...statement, parameters: values })
    return rows
  }
}

class Place<Input> {
  readonly read: (input: Input) => unknown

  constructor(read: (input: Input) => unknown) {
    this.read = read
  }
}

export type RunThenPause = <T>(run: () => Promise<T>) => Promise<T>

/** Runs calls one at a time, and pauses after each for as long as it took, so that other requests can run. */
export function createPacedQueue(): RunThenPause {
  let free = Promise.resolve()
  return async run => {
    const turn = free
    const { promise, resolve } = Promise.withResolvers<void>()
    free = promise
    await turn
    const started = performance.now()
    try {
      return await run()
    } finally {
      setTimeout(resolve, performance.now() - started)
    }
  }
}

const BATCH_SIZE = 5000

/** `before` is in milliseconds, or a Date for a column that contains dates. */
export async function deleteOlderRows<T extends keyof Tables>(
  db: Kysely<Tables>,
  [table, column]: readonly [table: T, column: string & keyof Tables[T]],
  before: number | Date,
  hasTime: () => boolean,
): Promise<void> {
  const isOld = sql`${sql.ref(column)} < ${before}`
  while (hasTime()) {
    // Checked again, because rows of two partitions can have the same ctid (rule DB18). Deleting by the primary key
    // instead takes five to ten times as long, because PostgreSQL then reads the whole table for each step.
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ${isOld} and ctid in (
        select ctid from ${sql.table(table)} where ${isOld} limit ${BATCH_SIZE})`.execute(db)
    if (numAffectedRows < BATCH_SIZE) return
  }
}

/** Calls `write` for a guest (`userId` is null) or a user who is not deleted; returns 'gone' otherwise. */
export async function writeUnlessUserDeleted<T>(
  db: Kysely<Tables>,
  userId: string | null,
  write: (db: Kysely<Tables>) => Promise<T>,
): Promise<{ kind: 'written'; value: T } | { kind: 'gone' }> {
  if (userId === null) return { kind: 'written', value: await write(db) }
  return runTransactionWithRetry(db, async db =>
    (await lockUserAgainstDeletion(db, userId))
      ? { kind: 'written', value: await write(db) }
      : { kind: 'gone' },
  )
}

/** The lock ends with the transaction. Returns false if the user is already deleted. */
export async function lockUserAgainstDeletion(db: Kysely<Tables>, userId: string): Promise<boolean> {
  const user = db.selectFrom('user').select('id').where('id', '=', userId).forKeyShare()
  return (await user.executeTakeFirst()) !== undefined
}
