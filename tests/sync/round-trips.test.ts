import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Change } from '#core/library/change.ts'
import { parseSyncResponse } from '#core/protocol/sync-protocol.ts'
import { aServerOnPostgres } from '#tests/database/server-on-postgres.ts'
import * as changes from '#tests/library/library-changes.ts'
import { createSignedInBrowser } from '#tests/server/whole-server.ts'
import type { TestBrowser, TestServer } from '#tests/server/whole-server.ts'

// What the whole app sends to PostgreSQL before it answers: session, begin and commit included, as they would be.

let server: TestServer
beforeAll(async () => {
  server = await aServerOnPostgres()
})
afterAll(() => server.close())
afterEach(() => vi.restoreAllMocks())

test('a push is three round trips to PostgreSQL, a pull two, and none of them more than four', async () => {
  const browser = await createSignedInBrowser(server, 'clara@example.org')
  const [pieceId, partId] = [changes.randomPieceId(), changes.randomPartId()]
  const created = await sync(
    browser,
    { epoch: null, since: 0, entriesSince: 0 },
    changes.createPiece({ pieceId, partIds: [partId] }),
  )
  const save = () => changes.addPracticeEntry(pieceId, partId)
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  const counted = async (device: Device, ...sentChanges: Change[]) => {
    sent.mockClear()
    const { results, ...state } = await sync(browser, device, ...sentChanges)
    expect(results.map(({ status }) => status)).toEqual(sentChanges.map(() => 'applied'))
    const calls: unknown[][] = sent.mock.calls
    const waited = calls.map(([text]) => String(text)).filter(text => !NOT_OF_A_ROUND.test(text))
    // Two at once would be one round trip: statements are counted as if each waited for the one before.
    return { ...state, statements: waited.length }
  }

  const pushed = await counted(created, save())
  const pulled = await counted(pushed)
  const fetched = await counted(created)
  const pushedAndFetched = await counted(created, save())
  expect({
    push: pushed.statements,
    'pull with nothing new': pulled.statements,
    'pull with something new': fetched.statements,
    'push with something new': pushedAndFetched.statements,
  }).toEqual({
    push: 3,
    'pull with nothing new': 2,
    'pull with something new': 3,
    'push with something new': 4,
  })
})

/** Notices to other servers, the ping of the connection that listens for them, and what each new connection is asked once. */
const NOT_OF_A_ROUND = /pg_notify|^listen |^show transaction_read_only/

type Device = { epoch: string | null; since: number; entriesSince: number }

async function sync(browser: TestBrowser, { epoch, since, entriesSince }: Device, ...sent: Change[]) {
  const request = {
    clientId: 'device',
    schema: 1,
    epoch,
    since,
    entriesSince,
    clientNow: Date.now(),
    changes: sent,
  }
  const answer = parseSyncResponse(await (await browser.post('/api/v1/sync', request)).json())
  if (answer === null) throw new Error('no answer to a round of sync')
  return {
    results: answer.results,
    epoch: answer.epoch,
    since: answer.revision,
    entriesSince: answer.revision,
  }
}
