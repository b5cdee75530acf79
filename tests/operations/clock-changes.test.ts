import { afterEach, expect, test, vi } from 'vitest'
import type { Change } from '#core/library/change.ts'
import {
  addPracticeEntry,
  createPiece,
  patchPiece,
  randomPartId,
  randomPieceId,
  syncRound,
} from '#tests/library/library-changes.ts'
import { aServer, createSignedInBrowser, findSessionEmail } from '#tests/server/whole-server.ts'
import type { TestBrowser } from '#tests/server/whole-server.ts'

const HOUR = 3_600_000
/** Forth and back, each by more than the clocks of devices are tolerated. The sum is 0. */
const LEAPS = [2 * HOUR, -5 * HOUR, 24 * HOUR, -21 * HOUR]

afterEach(() => void vi.useRealTimers())

type Answer = { results: { status: string }[] }

async function sync(
  browser: TestBrowser,
  changes: readonly Change[],
  clientNow = Date.now(),
): Promise<Answer> {
  const round = syncRound(changes, clientNow)
  const answer = await browser.post('/api/v1/sync', round)
  expect(answer.status).toBe(200)
  return answer.json()
}

test('[DB44] a server whose clock leaps forth and back keeps sessions, and takes every change once', async () => {
  // The clock of everything in this process, sign-in and the embedded database included.
  vi.useFakeTimers({ toFake: ['Date'] })
  const server = await aServer()
  const browser = await createSignedInBrowser(server, 'anna@example.org')
  const [pieceId, partId] = [randomPieceId(), randomPartId()]
  await sync(browser, [createPiece({ pieceId, partIds: [partId], at: server.context.now() })])
  const sent: string[] = []
  for (const leap of LEAPS) {
    vi.setSystemTime(Date.now() + leap)
    expect(await findSessionEmail(browser)).toBe('anna@example.org')
    const now = server.context.now()
    const entry = addPracticeEntry(pieceId, partId, { at: Date.now() })
    sent.push(entry.args.id)
    const first = await sync(browser, [entry])
    expect(first.results).toMatchObject([{ status: 'applied' }])
    // No time is kept that the server has not reached by its own clock.
    const practice = () => server.context.database.db.selectFrom('practice').select(['id', 'at']).execute()
    const stored = (await practice()).find(({ id }) => id === entry.args.id)
    expect(Math.abs((stored?.at ?? 0) - now)).toBeLessThan(60_000)
    // Sent again, as after a lost answer.
    expect((await sync(browser, [entry])).results).toMatchObject([{ status: 'duplicate' }])
    const edit = patchPiece(pieceId, { name: `Leap of ${leap / HOUR} hours`, at: Date.now() })
    expect((await sync(browser, [edit])).results).toMatchObject([{ status: 'applied' }])
    // A sign-in begun now can be finished now. The mailbox would show the mail with the latest time.
    await server.context.database.db.deleteFrom('mailbox').execute()
    const other = await createSignedInBrowser(server, 'anna@example.org')
    await sync(other, [])
    const ids = (await practice()).map(({ id }) => id)
    expect(ids.toSorted()).toEqual(sent.toSorted())
  }
  await server.close()
})
