import { expect, type APIRequestContext } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { dayAtUtcOffset } from '#core/library/day.ts'
import type { PieceClickSettings } from '#core/library/piece.ts'
import { randomPartId } from '#tests/library/library-changes.ts'

/** A piece to add to a test's library. A part without a name makes it a whole piece. */
export type PieceToFill = {
  readonly name: string
  readonly importance: number
  readonly endTempo: number
  readonly parts: readonly (readonly [name: string | null, currentTempo: number])[]
  readonly click?: PieceClickSettings
  readonly onHold?: boolean
  /** Days until the performance, counted in UTC like the tests' browsers do. */
  readonly performedIn?: number
}

export const SWAN_PIECE: PieceToFill = { name: 'The Swan', importance: 1, endTempo: 60, parts: [[null, 60]] }

/** A piece with as many parts as the Free plan allows. */
export const CLAIR_PIECE: PieceToFill = {
  name: 'Clair de lune',
  importance: 5,
  endTempo: 96,
  parts: [
    ['Andante très expressif', 90],
    ['bars 27–36', 72],
    ['En animant', 54],
  ],
}

const PIECES: readonly PieceToFill[] = [
  CLAIR_PIECE,
  {
    name: 'Bach Partita 2',
    importance: 4,
    endTempo: 126,
    parts: [
      ['Allemanda', 112],
      ['Giga', 104],
    ],
  },
  { name: 'Kreutzer no. 8', importance: 3, endTempo: 144, parts: [[null, 78]] },
  SWAN_PIECE,
]

/** Adds pieces for the signed-in user through the sync API. `past` is their time of creation, by default now. */
export async function fillLibrary(
  request: APIRequestContext,
  origin: string,
  pieces = PIECES,
  past?: number,
): Promise<void> {
  const at = past ?? Date.now()
  const changes = pieces.map(({ parts, performedIn, ...piece }) => {
    const performOn = performedIn === undefined ? null : dayAtUtcOffset(at, 0) + performedIn
    const all = parts.map(([name, currentTempo]) => ({ id: randomPartId(), name, currentTempo }))
    return {
      id: randomUUID(),
      kind: 'piece.create',
      at,
      args: { ...piece, id: randomUUID(), performOn, parts: all },
      ...(past !== undefined && { original: true }),
    }
  })
  const syncRequest = { clientId: 'filled-library', schema: 1, epoch: null, clientNow: at, since: 0 }
  const answer = await request.post(`${origin}/api/v1/sync`, {
    headers: { origin },
    data: { ...syncRequest, entriesSince: 0, changes },
  })
  const body = (await answer.json()) as { results: { status: string }[] }
  expect(body.results.map(result => result.status)).toEqual(changes.map(() => 'applied'))
}
