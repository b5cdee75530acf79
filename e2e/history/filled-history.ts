import { expect, type APIRequestContext } from '@playwright/test'
import { randomUUID } from 'node:crypto'

/** A tempo saved on an earlier day. Without a part name it belongs to a whole piece. */
export type PastPractice = {
  readonly daysAgo: number
  readonly piece: string
  readonly part?: string
  readonly tempo: number
  /** Absent for practice from before its time was recorded. */
  readonly seconds?: number
}

const DAY_MS = 24 * 60 * 60_000
const MAX_CHANGES = 50
const REQUEST = { clientId: 'filled-history', schema: 1, epoch: null, since: 0, entriesSince: 0, changes: [] }

type Row = { id: string; pieceId: string; name: string | null }

/**
 * Adds past practice entries for the signed-in user, as an import sends them, each at noon UTC. Those of today are at
 * `now` instead, because noon may be earlier than the creation of their part.
 */
export async function fillHistory(
  request: APIRequestContext,
  origin: string,
  past: readonly PastPractice[],
  now = Date.now(),
): Promise<void> {
  const post = async (data: object) => {
    const headers = { origin }
    return (await request.post(`${origin}/api/v1/sync`, { headers, data })).json()
  }
  const { rows } = (await post({ ...REQUEST, clientNow: now })) as {
    rows: { pieces: Row[]; parts: Row[] }
  }
  const changes = past.map(({ daysAgo, piece, part, tempo, seconds }, number) => {
    const pieceId = rows.pieces.find(row => row.name === piece)?.id ?? ''
    const partId = rows.parts.find(row => row.pieceId === pieceId && row.name === (part ?? null))?.id
    const noon = (Math.floor(now / DAY_MS) - daysAgo + 0.5) * DAY_MS + number
    const args = { id: randomUUID(), pieceId, partId, tempo, seconds }
    return { id: randomUUID(), kind: 'practice.add', at: daysAgo === 0 ? now : noon, original: true, args }
  })
  for (let sent = 0; sent < changes.length; sent += MAX_CHANGES) {
    const batch = changes.slice(sent, sent + MAX_CHANGES)
    const { results } = (await post({ ...REQUEST, clientNow: now, changes: batch })) as {
      results: { status: string }[]
    }
    expect(results.map(result => result.status)).toEqual(batch.map(() => 'applied'))
  }
}
