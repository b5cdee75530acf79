import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { failureOf } from './failure.ts'
import type { Tables } from './tables.ts'

const MOST_TRIES = 5
const FIRST_PAUSE_MILLISECONDS = 10

/** How a transaction's work ends, and what it gives in either case. */
export type Ended<T> = { kind: 'commit'; value: T } | { kind: 'rollback'; value: T }

/**
 * Does `work` in one transaction. Where two transactions stood in each other's way, the whole work is done again,
 * so it must have no effect outside the database (rule DB5).
 */
export function inTransaction<T>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<Ended<T>>,
): Promise<Ended<T>> {
  return triedAgain(async () => {
    let ended: Ended<T> | null = null
    try {
      return await db.transaction().execute(async transaction => {
        ended = await work(transaction)
        if (ended.kind === 'rollback') throw new Undone()
        return ended
      })
    } catch (error) {
      if (ended !== null && error instanceof Undone) return ended
      throw error
    }
  })
}

/** Thrown within Kysely's transaction, because that is the one way to make it roll back. */
class Undone extends Error {}

/** Reads several tables as they were at one moment, without waiting for anybody and without being waited for. */
export function inSnapshot<T>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return triedAgain(() => snapshot.execute(work))
}

async function triedAgain<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      if (failureOf(error) !== 'conflict' || tries === MOST_TRIES) throw error
      await pause(FIRST_PAUSE_MILLISECONDS * 2 ** tries * Math.random())
    }
  }
}
