import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addPracticeEntry,
  createPiece,
  randomPartId,
  randomPieceId,
  randomPracticeId,
  retractPractice,
} from '#tests/library/library-changes.ts'
import { aServerOnPostgres } from '#tests/database/server-on-postgres.ts'
import { aBrowser, aServer, createSignedInBrowser, findSession } from '#tests/server/whole-server.ts'
import type { TestBrowser, TestServer } from '#tests/server/whole-server.ts'

const ENTRIES = 5000

/** A slow machine refuses with 503 who has waited for a second (rule HT85), which is not what is tried here. */
const PATIENT = { LIMITS: 'waitMilliseconds=60000' }

describe.each([
  ['PGlite', () => aServer(PATIENT)],
  ['PostgreSQL', () => aServerOnPostgres(PATIENT)],
] as const)('an attack by one account on %s', (_, start) => {
  let server: TestServer
  let attacker: TestBrowser
  let visitor: TestBrowser
  const piece = { pieceId: randomPieceId(), partId: randomPartId() }
  const visited = { pieceId: randomPieceId(), partId: randomPartId() }
  beforeAll(async () => {
    server = await start()
    attacker = await createSignedInBrowser(server, 'attacker@example.org')
    visitor = await createSignedInBrowser(server, 'visitor@example.org')
    await sync(attacker, createPiece({ pieceId: piece.pieceId, partIds: [piece.partId] }))
    await sync(visitor, createPiece({ pieceId: visited.pieceId, partIds: [visited.partId] }))
    const { id } = await findSession(attacker)
    await sql`
      insert into practice (user_id, id, piece_id, part_id, tempo, at, revision)
      select ${id}, gen_random_uuid()::text, ${piece.pieceId}, ${piece.partId}, 90, n, 1
      from generate_series(1, ${ENTRIES}::int) as n`.execute(server.context.database.db)
  })
  afterAll(() => server.close())

  const sync = (browser: TestBrowser, ...changes: readonly object[]) =>
    browser.post('/api/v1/sync', {
      clientId: 'device',
      schema: 1,
      epoch: null,
      clientNow: Date.now(),
      since: 0,
      changes,
    })
  const practice = () => addPracticeEntry(piece.pieceId, piece.partId)

  /** Sends so many requests at once and a round of somebody else after them; gives the statuses in the order of their answers. */
  async function answersTo(count: number, send: () => Promise<Response>) {
    const order: (number | 'visitor')[] = []
    const attack = Array.from({ length: count }, async () => order.push((await send()).status))
    const visit = sync(visitor, addPracticeEntry(visited.pieceId, visited.partId))
    const seen = visit.then(({ status }) => order.push('visitor') && status)
    await Promise.all([...attack, seen])
    return { before: order.slice(0, order.indexOf('visitor')), all: order, visit: await seen }
  }

  test('[DB14] 40 rounds of 50 changes at once let others in between, and none fails', async () => {
    const { before, all, visit } = await answersTo(40, () =>
      sync(attacker, ...Array.from({ length: 50 }, practice)),
    )
    expect(visit).toBe(200)
    expect(all.filter(status => status === 200 || status === 429)).toHaveLength(40)
    expect(all.filter(status => status === 429).length).toBeGreaterThan(10)
    expect(before.filter(status => status === 200).length).toBeLessThan(7)
  })

  test('[DB14] 40 rounds that take back entries of a long history let others in between, and none fails', async () => {
    const { before, all, visit } = await answersTo(40, () => {
      const id = randomPracticeId()
      return sync(attacker, addPracticeEntry(piece.pieceId, piece.partId, { id }), retractPractice(id))
    })
    expect(visit).toBe(200)
    expect(all.filter(status => status === 200 || status === 429)).toHaveLength(40)
    expect(before.filter(status => status === 200).length).toBeLessThan(7)
  })

  test('[DB14] a round comes before the first of six exports of a long history', async () => {
    const { before, all, visit } = await answersTo(6, () => attacker.get('/api/v1/account/export'))
    expect(visit).toBe(200)
    expect(before).toEqual([])
    expect(all.filter(status => status === 200)).toHaveLength(6)
  })

  test('[DB14] 600 batches of events of a guest are refused but for the first, and let others in between', async () => {
    server.stopClock()
    const guest = aBrowser(server)
    const { before, all, visit } = await answersTo(600, () =>
      guest.post('/api/v1/events', {
        events: Array.from({ length: 50 }, () => ({ name: 'add_piece', at: Date.now() })),
      }),
    )
    expect(visit).toBe(200)
    expect(all.filter(status => status === 204)).toHaveLength(20)
    expect(all.filter(status => status === 429)).toHaveLength(580)
    // Refusals at the door cost nothing. Of what is stored, not all comes before the visitor.
    expect(before.filter(status => status === 204).length).toBeLessThan(20)
  })
})
