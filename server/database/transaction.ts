import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { failureOf } from './failure.ts'
import type { Tables } from './tables.ts'

const MOST_TRIES = 5
const FIRST_PAUSE_MILLISECONDS = 10

/**
 * Does `work` in one transaction and gives what it gives. Where two transactions stood in each other's way, the
 * whole work is done again, so it must have no effect outside the database (rule DB5).
 */
export function inTransaction<T>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return triedAgain(() => db.transaction().execute(work))
}

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
