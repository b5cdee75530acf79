import { expect } from 'vitest'
import type { Change } from '#core/library/change.ts'
import { MAX_CHANGES_ACCEPTED } from '#core/protocol/sync-protocol.ts'
import type { RunningServer } from '../../e2e/running-server.ts'
import { signInAt } from '#tests/identity/sign-in-at.ts'
import { addPracticeEntry, createPiece, randomPartId, randomPieceId } from '#tests/library/library-changes.ts'

/** Enough to fill several WAL segments of 16 MB. */
const MAX_ROUNDS = 2000
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

export async function startMusician(first: RunningServer, email = 'anna@example.org') {
  let { origin } = first
  const cookie = await signInAt(origin, email)
  const [pieceId, partId] = [randomPieceId(), randomPartId()]
  const acknowledged: string[] = []
  // The device already has its rows, otherwise each response would contain a page of them.
  let known = { epoch: null as string | null, since: 0, entriesSince: 0 }

  async function send(changes: readonly Change[]): Promise<string> {
    const round = { clientId: 'x', schema: 1, clientNow: Date.now(), ...known, changes }
    const answer = await fetch(`${origin}/api/v1/sync`, {
      method: 'POST',
      headers: { origin, cookie, 'content-type': 'application/json' },
      body: JSON.stringify(round),
      // A missing response is a fault of the server, not a rejected save.
      signal: AbortSignal.timeout(20_000),
    })
    const { results, code, epoch, revision } = await answer.json()
    if (answer.status !== 200) return `${answer.status} ${code} ${answer.headers.get('retry-after')}`
    known = { epoch, since: revision, entriesSince: revision }
    return [...new Set(results.map((result: { status: string }) => result.status))].join()
  }

  /** Saves entries in one round. Returns 'applied', or status, code and Retry-After. */
  async function save(count: number): Promise<string> {
    const changes = Array.from({ length: count }, () => addPracticeEntry(pieceId, partId))
    const outcome = await send(changes)
    if (outcome === 'applied') acknowledged.push(...changes.map(change => change.args.id))
    return outcome
  }

  expect(await send([createPiece({ pieceId, partIds: [partId] })])).toBe('applied')
  return {
    acknowledged,
    save,
    async saveUntilCutOff(perRound = MAX_CHANGES_ACCEPTED): Promise<'cut off' | 'never'> {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        try {
          await save(perRound)
        } catch (error) {
          if (error instanceof TypeError) return 'cut off'
          throw error
        }
      }
      return 'never'
    },
    /** Returns the acknowledged entries that a server lacks. Later saves go to that server. */
    async missingAt(server: RunningServer): Promise<string[]> {
      ;({ origin } = server)
      const file = await fetch(`${origin}/api/v1/account/export?format=json`, { headers: { cookie } })
      expect(file.status).toBe(200)
      const stored = new Set((await file.text()).match(UUID))
      return acknowledged.filter(id => !stored.has(id))
    },
  }
}
