import type { Change } from '#core/library/change.ts'
import type { SyncResponse } from '#core/protocol/sync-protocol.ts'
import type { Library } from '#core/library/library.ts'
import type { Part } from '#core/library/piece.ts'
import { partOfBefore } from '#tests/library/part-of-before.ts'

// Servers and apps of before version 2 of changes, which knows the place of a part (0041).

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
  const parts = answer.rows.parts.map(partOfBefore)
  return JSON.stringify({ ...answer, forms: undefined, rows: { ...answer.rows, parts } })
}

/** A library as an older app keeps it. */
export const seenByOldApp = (library: Library): Library => ({
  ...library,
  parts: new Map(
    [...library.parts].map(([id, part]): [Part['id'], Part] => [id, { ...part, positionAt: part.createdAt }]),
  ),
})
