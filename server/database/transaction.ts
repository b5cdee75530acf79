import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { classifyDatabaseError } from './database-failure.ts'
import type { Tables } from './tables.ts'

const MAX_ATTEMPTS = 5
const MIN_PAUSE_MILLISECONDS = 10

/** Result of the work in a transaction: whether to commit or to roll back, and the value to return to the caller. */
export type TransactionResult<T> = { kind: 'commit'; value: T } | { kind: 'rollback'; value: T }

/**
 * Runs `work` in a transaction, and then commits or rolls back as the result of `work` says. Returns that result. After
 * a conflict with another transaction, runs `work` again, at most five times in total, and then throws the error of the
 * last conflict. Rolls back and throws any other error at once. `work` must have no side effects outside of the
 * database (rule DB5).
 */
export function inTransaction<T>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<TransactionResult<T>>,
): Promise<TransactionResult<T>> {
  return retryOnConflict(async () => {
    let ended: TransactionResult<T> | null = null
    try {
      return await db.transaction().execute(async transaction => {
        ended = await work(transaction)
        if (ended.kind === 'rollback') throw new RollbackSignal()
        return ended
      })
    } catch (error) {
      if (ended !== null && error instanceof RollbackSignal) return ended
      throw error
    }
  })
}

/** Thrown because Kysely rolls a transaction back only on an error. */
class RollbackSignal extends Error {}

async function retryOnConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      if (classifyDatabaseError(error) !== 'conflict' || tries === MAX_ATTEMPTS) throw error
      await pause(MIN_PAUSE_MILLISECONDS * 2 ** tries * Math.random())
    }
  }
}
