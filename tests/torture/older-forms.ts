import type { Change } from '#core/library/change.ts'
import type { SyncResponse } from '#core/protocol/sync-protocol.ts'
import type { Library } from '#core/library/library.ts'
import { upgradePracticeRow, upgradePartRow, upgradePieceRow } from '#core/library/older-rows.ts'
import {
  entryWithoutDetails,
  partWithoutNewFields,
  pieceWithoutNewFields,
} from '#tests/library/rows-of-before.ts'

// Servers and apps of before version 2 of changes, which knows the place of a part (0041), how an entry was practiced,
// and the performance date and the hold of a piece (0045).

type Post = (body: string) => Promise<{ status: number; body: string }>

/** Sends a sync request to a server as if the server knew only version 1 of changes. */
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
  return { status: 200, body: convertToOldForm(JSON.stringify({ ...answer, results })) }
}

/** Converts a sync response to the format of an older version of the app or server. */
export function convertToOldForm(body: string): string {
  const answer: SyncResponse = JSON.parse(body)
  const pieces = answer.rows.pieces.map(pieceWithoutNewFields)
  const parts = answer.rows.parts.map(partWithoutNewFields)
  const practice = answer.rows.practice.map(entryWithoutDetails)
  return JSON.stringify({ ...answer, forms: undefined, rows: { pieces, parts, practice } })
}

/** Returns a library as an older version of the app stores it. */
export const libraryForOldApp = (library: Library): Library => ({
  pieces: mapped(library.pieces, piece => upgradePieceRow(pieceWithoutNewFields(piece))),
  parts: mapped(library.parts, part => upgradePartRow(partWithoutNewFields(part))),
  practice: mapped(library.practice, entry => upgradePracticeRow(entryWithoutDetails(entry))),
})

const mapped = <Id, Row>(rows: ReadonlyMap<Id, Row>, map: (row: Row) => Row): ReadonlyMap<Id, Row> =>
  new Map([...rows].map(([id, row]) => [id, map(row)]))
