import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseSyncResponse } from '#core/protocol/sync-protocol.ts'
import { startServerProcess, type RunningServer } from '../../e2e/running-server.ts'
import { createPiece, syncRound } from '#tests/library/library-changes.ts'
import { startPostgres, type PostgresServer } from '#tests/database/postgres.ts'
import { signInAt } from '#tests/identity/sign-in-at.ts'

let postgres: PostgresServer | null = null
let nodes: RunningServer[] = []
beforeAll(async () => {
  postgres = await startPostgres()
  const env = { DATABASE_URL: await postgres.createDatabase() }
  nodes = [await startServerProcess({ env }), await startServerProcess({ env })]
})
afterAll(async () => {
  await Promise.all(nodes.map(node => node.stop()))
  await postgres?.stop()
})

/** The revisions that a node tells whoever listens with this cookie. */
async function listen(origin: string, cookie: string, signal: AbortSignal) {
  const response = await fetch(`${origin}/api/v1/live`, { headers: { cookie }, signal })
  const revisions: number[] = []
  void (async () => {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let chunk = await reader?.read(); chunk?.done === false; chunk = await reader?.read())
      for (const [, revision] of chunk.value.matchAll(/data: (\d+)/g)) revisions.push(Number(revision))
  })().catch(() => {
    // The test has ended.
  })
  return revisions
}

async function addPiece(origin: string, cookie: string): Promise<number> {
  const request = syncRound()
  const answer = await fetch(`${origin}/api/v1/sync`, {
    method: 'POST',
    headers: { origin, cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ ...request, changes: [createPiece({ at: Date.now() })] }),
  })
  return parseSyncResponse(await answer.json())?.revision ?? -1
}

test('[LS28] what is changed on one of two server processes is told to who listens at the other, and both ways', async () => {
  const [one, other] = nodes as [RunningServer, RunningServer]
  const cookie = await signInAt(one.origin, 'two-nodes@example.org')
  const end = new AbortController()
  const [here, there] = [
    await listen(one.origin, cookie, end.signal),
    await listen(other.origin, cookie, end.signal),
  ]
  await expect.poll(() => [here, there]).toEqual([[0], [0]])
  expect(await addPiece(one.origin, cookie)).toBe(1)
  await expect
    .poll(() => [here, there])
    .toEqual([
      [0, 1],
      [0, 1],
    ])
  expect(await addPiece(other.origin, cookie)).toBe(2)
  await expect
    .poll(() => [here, there])
    .toEqual([
      [0, 1, 2],
      [0, 1, 2],
    ])
  end.abort()
})
