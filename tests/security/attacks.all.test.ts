import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aServerOnPostgres } from '#tests/database/server-on-postgres.ts'
import { listen } from '#server/http/listen.ts'
import {
  addPracticeEntry,
  createPiece,
  randomPartId,
  randomPieceId,
  syncRound,
} from '#tests/library/library-changes.ts'
import { aServer, createSignedInBrowser, findSession } from '#tests/server/whole-server.ts'
import type { TestBrowser, TestServer } from '#tests/server/whole-server.ts'

const ENTRIES = 5000
const BEHIND_PROXY = { TRUST_PROXY: '1' }

describe.each([
  ['PGlite', () => aServer(BEHIND_PROXY)],
  ['PostgreSQL', () => aServerOnPostgres(BEHIND_PROXY)],
] as const)('an attack on %s', (_, start) => {
  let server: TestServer
  let port: number
  let close: () => Promise<void>
  const agent = new Agent({ keepAlive: true })
  let attacker: TestBrowser
  let visitor: TestBrowser
  const piece = { pieceId: randomPieceId(), partId: randomPartId() }
  const visitorPiece = { pieceId: randomPieceId(), partId: randomPartId() }
  beforeAll(async () => {
    server = await start()
    const opened = await listen('127.0.0.1', 0, 100)
    if (opened.kind === 'failed') throw new Error(opened.message)
    opened.setHandler(server.app.fetch, server.gate)
    ;({ port, close } = opened)
    attacker = await createSignedInBrowser(server, 'attacker@example.org')
    visitor = await createSignedInBrowser(server, 'visitor@example.org')
    await sync(attacker, createPiece({ pieceId: piece.pieceId, partIds: [piece.partId] }))
    await sync(visitor, createPiece({ pieceId: visitorPiece.pieceId, partIds: [visitorPiece.partId] }))
    await saveTempoAsVisitor()
    const { id } = await findSession(attacker)
    await sql`
      insert into practice (user_id, id, piece_id, part_id, tempo, at, revision)
      select ${id}, gen_random_uuid()::text, ${piece.pieceId}, ${piece.partId}, 90, n, 1
      from generate_series(1, ${ENTRIES}::int) as n`.execute(server.context.database.db)
  })
  afterAll(async () => {
    agent.destroy()
    await close()
    await server.close()
  })

  function send(path: string, from: string, cookies: TestBrowser['cookies'], body?: object) {
    const { origin } = server.context.configuration
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { origin, cookie, 'x-forwarded-for': from, 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    return fetch(`http://127.0.0.1:${port}${path}`, { headers, ...sent })
  }
  const SCHOOL = '203.0.113.7'
  const sync = ({ cookies }: TestBrowser, ...changes: readonly object[]) =>
    send('/api/v1/sync', SCHOOL, cookies, syncRound(changes))
  const practice = () => addPracticeEntry(piece.pieceId, piece.partId)

  async function saveTempoAsVisitor(): Promise<number | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const { origin } = server.context.configuration
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { origin, cookie, 'x-forwarded-for': SCHOOL, 'content-type': 'application/json' }
    request({ port, agent, path: '/api/v1/sync', method: 'POST', headers }, resolve)
      .on('error', reject)
      .end(JSON.stringify(syncRound([addPracticeEntry(visitorPiece.pieceId, visitorPiece.partId)])))
    const answer = (await promise).resume()
    await once(answer, 'end')
    return answer.statusCode
  }

  async function visitDuringAttack(count: number, attack: () => Promise<Response>) {
    const order: (number | 'visitor')[] = []
    const attacks = Array.from({ length: count }, async () => order.push((await attack()).status))
    await expect.poll(() => server.gate.load().waiting, { interval: 5, timeout: 10_000 }).toBeGreaterThan(3)
    const answeredBefore = order.length
    const visit = await saveTempoAsVisitor()
    order.push('visitor')
    await Promise.all(attacks)
    return { before: order.slice(answeredBefore, order.indexOf('visitor')), visit }
  }

  test('[HT84] 100 rounds of 50 changes at once let others of the same school in between', async () => {
    const { before, visit } = await visitDuringAttack(100, () =>
      sync(attacker, ...Array.from({ length: 50 }, practice)),
    )
    expect(visit).toBe(200)
    expect(before.filter(status => status === 200).length).toBeLessThan(7)
  })

  test('[HT84] a round comes before the second of six exports of a long history', async () => {
    const { before, visit } = await visitDuringAttack(6, () =>
      send('/api/v1/account/export', SCHOOL, attacker.cookies),
    )
    expect(visit).toBe(200)
    expect(before.filter(status => status === 200).length).toBeLessThan(2)
  })

  test('[HT84] 400 wrong confirmations of guests do not keep signed-in users out', async () => {
    const { before, visit } = await visitDuringAttack(400, () =>
      send('/api/v1/sign-in-links/confirm', SCHOOL, new Map(), {
        email: 'visitor@example.org',
        token: randomUUID(),
      }),
    )
    expect(visit).toBe(200)
    expect(before.filter(status => status !== 503).length).toBeLessThan(20)
  })
})
