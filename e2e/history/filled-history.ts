import { expect, type APIRequestContext } from '@playwright/test'
import { randomUUID } from 'node:crypto'

/** A tempo saved on an earlier day. Without a part name it belongs to a whole piece. */
export type PastPractice = {
  readonly daysAgo: number
  readonly piece: string
  readonly part?: string
  readonly tempo: number
  /** The time it took; absent for practice from before time was counted. */
  readonly seconds?: number
}

const DAY_MS = 24 * 60 * 60_000
const MOST_CHANGES = 50
const NOTHING = { clientId: 'filled-history', schema: 1, epoch: null, since: 0, entriesSince: 0, changes: [] }

type Row = { id: string; pieceId: string; name: string | null }

/**
 * Adds practice entries of days before `now` for the signed-in user, each at noon UTC, as an import would send them.
 * Those of today are at `now`, so that they are later than the creation of their part at any time of day.
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
  const { rows } = (await post({ ...NOTHING, clientNow: now })) as {
    rows: { pieces: Row[]; parts: Row[] }
  }
  const changes = past.map(({ daysAgo, piece, part, tempo, seconds }, number) => {
    const pieceId = rows.pieces.find(row => row.name === piece)?.id ?? ''
    const partId = rows.parts.find(row => row.pieceId === pieceId && row.name === (part ?? null))?.id
    const noon = (Math.floor(now / DAY_MS) - daysAgo + 0.5) * DAY_MS + number
    const args = { id: randomUUID(), pieceId, partId, tempo, seconds }
    return { id: randomUUID(), kind: 'practice.add', at: daysAgo === 0 ? now : noon, original: true, args }
  })
  for (let sent = 0; sent < changes.length; sent += MOST_CHANGES) {
    const some = changes.slice(sent, sent + MOST_CHANGES)
    const { results } = (await post({ ...NOTHING, clientNow: now, changes: some })) as {
      results: { status: string }[]
    }
    expect(results.map(result => result.status)).toEqual(some.map(() => 'applied'))
  }
}
