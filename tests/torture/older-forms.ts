import type { Change } from '#core/library/change.ts'
import type { SyncResponse } from '#core/protocol/sync-protocol.ts'
import type { Library } from '#core/library/library.ts'
import { completeEntry, completePart, completePiece } from '#core/library/older-rows.ts'
import { entryOfBefore, partOfBefore, pieceOfBefore } from '#tests/library/rows-of-before.ts'

// Servers and apps of before version 2 of changes, which knows the place of a part (0041), how an entry was practiced,
// and the performance date and the hold of a piece (0045).

type Post = (body: string) => Promise<{ status: number; body: string }>

/** A server that knows version 1 of changes only, in front of one that knows more. */
export async function postToOldServer(body: string, post: Post): Promise<{ status: number; body: string }> {
  const request: { changes: Change[] } = JSON.parse(body)
  const changes = request.changes.filter(({ v }) => v === 1)
  const reply = await post(JSON.stringify({ ...request, changes }))
  if (reply.status !== 200) return reply
  const answer: SyncResponse = JSON.parse(reply.body)
  const known = [...answer.results]
  const results = request.changes.map(({ id, v }) =>
    v === 1 ? known.shift() : { id, status: 'rejected', code: 'invalid' },
  )
  return { status: 200, body: inOldForm(JSON.stringify({ ...answer, results })) }
}

/** An answer as an older server sends it, or as an older app reads it. */
export function inOldForm(body: string): string {
  const answer: SyncResponse = JSON.parse(body)
  const pieces = answer.rows.pieces.map(pieceOfBefore)
  const parts = answer.rows.parts.map(partOfBefore)
  const practice = answer.rows.practice.map(entryOfBefore)
  return JSON.stringify({ ...answer, forms: undefined, rows: { pieces, parts, practice } })
}

/** A library as an older app keeps it. */
export const seenByOldApp = (library: Library): Library => ({
  pieces: mapped(library.pieces, piece => completePiece(pieceOfBefore(piece))),
  parts: mapped(library.parts, part => completePart(partOfBefore(part))),
  practice: mapped(library.practice, entry => completeEntry(entryOfBefore(entry))),
})

const mapped = <Id, Row>(rows: ReadonlyMap<Id, Row>, map: (row: Row) => Row): ReadonlyMap<Id, Row> =>
  new Map([...rows].map(([id, row]) => [id, map(row)]))
