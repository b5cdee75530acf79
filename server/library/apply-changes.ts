import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { ChangeId } from '#core/library/change.ts'
import type { Rows } from '#core/library/library.ts'
import type { SyncResult } from '#core/protocol/sync-protocol.ts'
import { classifyDatabaseError } from '#server/database/database-failure.ts'
import type { Tables } from '#server/database/tables.ts'
import type { IncomingChange, ChangeEvaluator } from './change-evaluator.ts'
import { writeRows, type RowsToWrite } from './library-rows.ts'
import { NO_STORED_ROWS, addRowCounts } from './user-quota.ts'

/** Under which number, for whom and when something is written. */
export type WriteContext = { userId: string; revision: number; now: number }

/**
 * Judges and writes changes in their order. Every one is answered; `written` has the last state of every row, null
 * when no change was applied.
 */
export type ApplyChanges = (
  db: Kysely<Tables>,
  writing: WriteContext,
  evaluator: ChangeEvaluator,
  asked: readonly IncomingChange[],
) => Promise<{ results: SyncResult[]; written: Rows | null }>

/**
 * The usual way: all changes are judged in memory and their last states written with one statement per table.
 * Throws when the database objects to any of them; then applyOneByOne finds out to which.
 */
export const applyInOneWrite: ApplyChanges = async (db, writing, evaluator, asked) => {
  const { results, judged } = evaluateInMemory(writing.revision, evaluator, asked)
  if (judged !== null) await writeRows(db, writing, judged)
  return { results, written: judged?.rows ?? null }
}

/** Judges all changes in memory; `judged` is what they write together, null when none is applied. */
export function evaluateInMemory(
  revision: number,
  evaluator: ChangeEvaluator,
  asked: readonly IncomingChange[],
): { results: SyncResult[]; judged: RowsToWrite | null } {
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
 * The careful way: each change in a savepoint of its own. One that the rules or the database stumble over is a
 * fault of ours; it is rejected with server-error and set aside on the device, and the others go on (rule LS15).
 */
export function applyOneByOne(log: Logger): ApplyChanges {
  return async (db, writing, evaluator, asked) => {
    const states = new LastStates(writing.revision)
    const results: SyncResult[] = []
    let wrote = false
    for (const each of asked) {
      await sql`savepoint change`.execute(db)
      try {
        const { result, rows, added } = evaluator.evaluate(each)
        if (rows !== null && each.parsed.kind === 'change') {
          await writeRows(db, writing, { rows, changes: [each.parsed.change.id], added })
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
