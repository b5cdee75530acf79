import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { ChangeId } from '#core/library/change.ts'
import type { Rows } from '#core/library/library.ts'
import type { SyncChangeResult } from '#core/protocol/sync-protocol.ts'
import { classifyDatabaseError } from '#server/database/database-failure.ts'
import type { Tables } from '#server/database/tables.ts'
import type { IncomingChange, ChangeEvaluator } from './change-evaluator.ts'
import { writeLibraryRows, type RowsToWrite } from './write-library-rows.ts'
import { NO_STORED_ROWS, addRowCounts } from './user-quota.ts'

/** The user whose library is written, the new revision of the written rows, and the time in milliseconds. */
type LibraryWriteOptions = { userId: string; revision: number; now: number }

/**
 * Function that evaluates changes in order and writes the resulting rows to the database. Returns a result for each
 * change, and the final state of the rows as `written`. `written` is null if no change was applied.
 */
export type ApplyChanges = (
  db: Kysely<Tables>,
  writing: LibraryWriteOptions,
  evaluator: ChangeEvaluator,
  asked: readonly IncomingChange[],
) => Promise<{ results: SyncChangeResult[]; written: Rows | null }>

/**
 * Evaluates all changes in memory and writes the resulting rows in one statement. Throws if the database rejects any
 * row. The caller then uses createOneByOneApplier to find the faulty change.
 */
export const applyChangesInOneWrite: ApplyChanges = async (db, writing, evaluator, asked) => {
  const { results, judged } = evaluateChangesInMemory(writing.revision, evaluator, asked)
  if (judged !== null) await writeLibraryRows(db, writing, judged)
  return { results, written: judged?.rows ?? null }
}

/**
 * Evaluates changes in memory without writing anything. Returns a result for each change. `judged` contains the rows
 * to write for all applied changes, or null if no change was applied.
 */
export function evaluateChangesInMemory(
  revision: number,
  evaluator: ChangeEvaluator,
  asked: readonly IncomingChange[],
): { results: SyncChangeResult[]; judged: RowsToWrite | null } {
  const states = new LastStates(revision)
  const applied: ChangeId[] = []
  let added = NO_STORED_ROWS
  const results = asked.map(each => {
    const { result, rows, added: addedHere } = evaluator.evaluate(each)
    if (rows === null || each.parsed.kind === 'refused') return result
    evaluator.recordApplied(each.id, rows)
    states.add(rows)
    added = addRowCounts(added, addedHere)
    applied.push(each.parsed.change.id)
    return result
  })
  if (applied.length === 0) return { results, judged: null }
  return { results, judged: { rows: states.rows(), changes: applied, added } }
}

/**
 * Creates a function that applies each change in its own savepoint. If the database rejects the rows of a change, the
 * function logs the error and rejects only this change, with 'server-error' (rule LS15).
 */
export function createOneByOneApplier(log: Logger): ApplyChanges {
  return async (db, writing, evaluator, asked) => {
    const states = new LastStates(writing.revision)
    const results: SyncChangeResult[] = []
    let wrote = false
    for (const each of asked) {
      await sql`savepoint change`.execute(db)
      try {
        const { result, rows, added } = evaluator.evaluate(each)
        if (rows !== null && each.parsed.kind === 'change') {
          await writeLibraryRows(db, writing, { rows, changes: [each.parsed.change.id], added })
          evaluator.recordApplied(each.id, rows)
          states.add(rows)
          wrote = true
        }
        results.push(result)
      } catch (error) {
        if (classifyDatabaseError(error) !== 'statement-error') throw error
        log.error({ err: error, change: each.id }, 'a change could not be applied and was set aside')
        await sql`rollback to savepoint change`.execute(db)
        results.push({ id: each.id, status: 'rejected', code: 'server-error' })
      }
      await sql`release savepoint change`.execute(db)
    }
    return { results, written: wrote ? states.rows() : null }
  }
}

/** Collects rows, of which the later state of each is kept, under the revision that they are written with. */
class LastStates {
  readonly #revision: number
  readonly #pieces = new Map<string, Rows['pieces'][number]>()
  readonly #parts = new Map<string, Rows['parts'][number]>()
  readonly #practice = new Map<string, Rows['practice'][number]>()

  constructor(revision: number) {
    this.#revision = revision
  }

  add(rows: Rows): void {
    const revision = this.#revision
    for (const piece of rows.pieces) this.#pieces.set(piece.id, { ...piece, revision })
    for (const part of rows.parts) this.#parts.set(part.id, { ...part, revision })
    for (const entry of rows.practice) this.#practice.set(entry.id, { ...entry, revision })
  }

  rows(): Rows {
    const [pieces, parts, practice] = [this.#pieces, this.#parts, this.#practice]
    return { pieces: [...pieces.values()], parts: [...parts.values()], practice: [...practice.values()] }
  }
}
