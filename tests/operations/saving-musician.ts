import { expect } from 'vitest'
import type { Change } from '#core/library/change.ts'
import { MAX_CHANGES_ACCEPTED } from '#core/protocol/sync-protocol.ts'
import type { RunningServer } from '../../e2e/running-server.ts'
import { signInAt } from '#tests/identity/sign-in-at.ts'
import { addPracticeEntry, createPiece, randomPartId, randomPieceId } from '#tests/library/library-changes.ts'

/** Rounds of saves that fill a segment of 16 MB of a database's log several times over. */
const MANY_ROUNDS = 2000
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Signs in and creates a piece to practice. Remembers which of the saved practice entries were acknowledged. */
export async function startMusician(first: RunningServer, email = 'anna@example.org') {
  let { origin } = first
  const cookie = await signInAt(origin, email)
  const [pieceId, partId] = [randomPieceId(), randomPartId()]
  const acknowledged: string[] = []
  // The device has what it saved: otherwise each answer would bring a page of it.
  let known = { epoch: null as string | null, since: 0, entriesSince: 0 }

  async function send(changes: readonly Change[]): Promise<string> {
    const round = { clientId: 'x', schema: 1, clientNow: Date.now(), ...known, changes }
    const answer = await fetch(`${origin}/api/v1/sync`, {
      method: 'POST',
      headers: { origin, cookie, 'content-type': 'application/json' },
      body: JSON.stringify(round),
      // An answer that never comes is a fault of the server, not a save that was refused.
      signal: AbortSignal.timeout(20_000),
    })
    const { results, code, epoch, revision } = await answer.json()
    if (answer.status !== 200) return `${answer.status} ${code} ${answer.headers.get('retry-after')}`
    known = { epoch, since: revision, entriesSince: revision }
    return [...new Set(results.map((result: { status: string }) => result.status))].join()
  }

  /** Saves some practice entries in one round. Returns what became of them, or status, code and Retry-After. */
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
    /** Saves until the server does not answer because it has ended. Returns 'cut off', or 'never'. */
    async saveUntilCutOff(perRound = MAX_CHANGES_ACCEPTED): Promise<'cut off' | 'never'> {
      for (let round = 0; round < MANY_ROUNDS; round += 1) {
        try {
          await save(perRound)
        } catch (error) {
          if (error instanceof TypeError) return 'cut off'
          throw error
        }
      }
      return 'never'
    },
    /** Returns the acknowledged entries that a server does not have. The musician uses that one from now on. */
    async missingAt(server: RunningServer): Promise<string[]> {
      ;({ origin } = server)
      const file = await fetch(`${origin}/api/v1/account/export?format=json`, { headers: { cookie } })
      expect(file.status).toBe(200)
      const kept = new Set((await file.text()).match(UUID))
      return acknowledged.filter(id => !kept.has(id))
    },
  }
}
