import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { ChangeId } from '#core/change.ts'
import type { Rows } from '#core/library.ts'
import type { SyncResult } from '#core/sync-protocol.ts'
import { failureOf } from '#server/database/failure.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Asked, Bench } from './judge-change.ts'
import { writeRows } from './library-rows.ts'

/** Under which number, for whom and when something is written. */
export type Writing = { userId: string; revision: number; now: number }

/** Judges and writes changes in their order; every one is answered, and whether anything was written is told. */
export type Accept = (
  db: Kysely<Tables>,
  writing: Writing,
  bench: Bench,
  asked: readonly Asked[],
) => Promise<{ results: SyncResult[]; wrote: boolean }>

/**
 * The usual way: all changes are judged in memory and their last states written with one statement per table.
 * Throws when the database objects to any of them; then acceptOneByOne finds out to which.
 */
export const acceptTogether: Accept = async (db, writing, bench, asked) => {
  const pieces = new Map<string, Rows['pieces'][number]>()
  const parts = new Map<string, Rows['parts'][number]>()
  const practice = new Map<string, Rows['practice'][number]>()
  const applied: ChangeId[] = []
  const results = asked.map(each => {
    const { result, rows } = bench.judge(each)
    if (rows === null || each.parsed.kind === 'refused') return result
    bench.enter(each.id, rows)
    applied.push(each.parsed.change.id)
    for (const piece of rows.pieces) pieces.set(piece.id, piece)
    for (const part of rows.parts) parts.set(part.id, part)
    for (const entry of rows.practice) practice.set(entry.id, entry)
    return result
  })
  const rows = { pieces: [...pieces.values()], parts: [...parts.values()], practice: [...practice.values()] }
  if (applied.length > 0) await writeRows(db, writing, rows, applied)
  return { results, wrote: applied.length > 0 }
}

/**
 * The careful way: each change in a savepoint of its own. One that the rules or the database stumble over is a
 * fault of ours; it is rejected with server-error and set aside on the device, and the others go on (rule LS15).
 */
export function acceptOneByOne(log: Logger): Accept {
  return async (db, writing, bench, asked) => {
    const results: SyncResult[] = []
    let wrote = false
    for (const each of asked) {
      await sql`savepoint change`.execute(db)
      try {
        const { result, rows } = bench.judge(each)
        if (rows !== null && each.parsed.kind === 'change') {
          await writeRows(db, writing, rows, [each.parsed.change.id])
          bench.enter(each.id, rows)
          wrote = true
        }
        results.push(result)
      } catch (error) {
        if (failureOf(error) !== 'objection') throw error
        log.error({ err: error, change: each.id }, 'a change could not be applied and was set aside')
        await sql`rollback to savepoint change`.execute(db)
        results.push({ id: each.id, status: 'rejected', code: 'server-error' })
      }
      await sql`release savepoint change`.execute(db)
    }
    return { results, wrote }
  }
}
